/**
 * `smpp-server`: a customer that binds and submits, beside one that posts, in turn in one run. Both are
 * answered after the commit; the one has its receipts by webhook, the other by deliver_sm.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { must } from '#core/assert.ts';
import { measure } from './cells.ts';
import { parley, text } from './contenders.ts';
import type { BenchOptions } from './options.ts';
import { installParley, runCommand, serveParley } from './parley.ts';
import { Peers } from './peers.ts';
import { cpuSeconds, processTree } from './process-figures.ts';
import { SmppLoad } from './smpp-load.ts';

type Cell = {
  readonly acceptedPerSecond: number;
  readonly endToEndPerSecond: number;
  readonly cpuSecondsPer10k: number;
  /** Refused, or told too often or not at all. */
  readonly faults: number;
};

const systemId = 'bench';
const password = 'bench-01';

export async function runSmppServer(options: BenchOptions): Promise<boolean> {
  const rows: { readonly http: Cell; readonly smpp: Cell }[] = [];
  for (let repetition = 1; repetition <= options.repetitions; repetition += 1) {
    const http = await measureHttp(options);
    const smpp = await measureSmpp(options);
    rows.push({ http, smpp });
    process.stderr.write(`${repetition}: HTTP ${JSON.stringify(http)}\n`);
    process.stderr.write(`${repetition}: SMPP ${JSON.stringify(smpp)}\n`);
  }
  process.stdout.write(table(rows));
  return rows.every(({ http, smpp }) => http.faults === 0 && smpp.faults === 0);
}

async function measureHttp(options: BenchOptions): Promise<Cell> {
  const results = await measure([parley()], { ...options, repetitions: 1 });
  const cell = must([...results.values()][0]?.[0], 'cell of HTTP');
  const { acceptedPerSecond, endToEndPerSecond, cpuSecondsPer10k } = cell;
  const faults = cell.refused + cell.lost + cell.untold + cell.submittedAgain + cell.hookedAgain;
  return { acceptedPerSecond, endToEndPerSecond, cpuSecondsPer10k, faults };
}

async function measureSmpp(options: BenchOptions): Promise<Cell> {
  const { n, warmUp, binds, window } = options;
  const folder = await mkdtemp(path.join(options.folder, 'parley-bench-'));
  try {
    await using peers = await Peers.start(folder, warmUp + n, options);
    const { smscPort } = peers;
    const hookUrl = `http://127.0.0.1:${peers.sinkPort}/hook`;
    const wish = { folder, smscPort, hookUrl, binds, window, price: '0.038' };
    const { accountId } = await installParley(wish);
    await createUser({ folder, accountId, binds, window });
    await using served = await serveParley({ folder }, { smpp: true });
    const port = Number(await served.program.says(/customers bind at \S+:(\d+)/));
    await using load = await SmppLoad.open({ port, systemId, password, binds, window });
    await load.run({ start: 0, n: warmUp }, text);
    const before = cpuSeconds(processTree(served.program.pid));
    const { acceptedMs, toldMs, faults } = await load.run({ start: warmUp, n }, text);
    const used = cpuSeconds(processTree(served.program.pid)) - before;
    return {
      acceptedPerSecond: Math.round((n / acceptedMs) * 1_000),
      endToEndPerSecond: Math.round((n / toldMs) * 1_000),
      cpuSecondsPer10k: Number(((used / n) * 10_000).toFixed(3)),
      faults,
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type UserWish = {
  readonly folder: string;
  readonly accountId: number;
  readonly binds: number;
  readonly window: number;
};

async function createUser({ folder, accountId, binds, window }: UserWish): Promise<void> {
  const passwordFile = path.join(folder, 'smpp-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  const whose = ['--system-id', systemId, '--account', accountId, '--password-file', passwordFile];
  await runCommand({ folder }, [
    'smpp-user create',
    ...whose,
    '--binds',
    binds,
    '--window',
    window,
  ]);
}

function table(rows: readonly { readonly http: Cell; readonly smpp: Cell }[]): string {
  const figures: readonly (readonly [string, keyof Cell])[] = [
    ['accepted/s', 'acceptedPerSecond'],
    ['end to end/s', 'endToEndPerSecond'],
    ['CPU seconds per 10,000', 'cpuSecondsPer10k'],
    ['faults', 'faults'],
  ];
  const lines = figures.map(([title, name]) =>
    line(
      title,
      median(rows.map(({ http }) => http[name])),
      median(rows.map(({ smpp }) => smpp[name])),
    ),
  );
  return [line('', 'HTTP', 'SMPP'), ...lines].join('');
}

function line(title: string, http: string | number, smpp: string | number): string {
  return `${title.padEnd(27)}${String(http).padStart(12)}${String(smpp).padStart(12)}\n`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
