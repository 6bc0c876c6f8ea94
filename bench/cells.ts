/**
 * Measures contenders one after the other, and all of them again and again, so that a slow change of
 * the machine meets each alike. A cell is one contender, freshly started, measured once.
 */
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import type { BenchDatabase } from './database.ts';
import type { BenchOptions } from './options.ts';
import { type LoadReport, Peers } from './peers.ts';
import {
  cores,
  cpuSeconds,
  machineBusySeconds,
  peakMegabytes,
  processTree,
} from './process-figures.ts';
import { awaitWebhooks, type Journey, type Range, readJourney } from './stamps.ts';

/** What a contender finds when it starts. */
export type Place = {
  readonly folder: string;
  readonly smscPort: number;
  readonly sinkPort: number;
};

export type Running = AsyncDisposable & {
  readonly pids: readonly number[];
  /** How a message is handed in: arguments of the load tool. */
  readonly request: readonly (string | number)[];
  /** The server's database that it uses, if it does. */
  readonly database?: BenchDatabase | undefined;
};

export type Contender = {
  readonly name: string;
  readonly start: (place: Place, options: BenchOptions) => Promise<Running>;
};

export type Cell = Journey & {
  readonly refused: number;
  /** Of the contender alone, with its database server. */
  readonly cpuSecondsPer10k: number;
  /** Of these the database server's; 0 where there is none. */
  readonly serverSecondsPer10k: number;
  readonly peakMegabytes: number;
  /** How much of the machine others used, who have no part in this. */
  readonly foreignPercent: number;
};

export type Results = ReadonlyMap<Contender, readonly Cell[]>;

/** Nothing more comes after so long a silence. */
const quietMs = 8_000;
const calmPercentMax = 15;
const calmSecondsMax = 20;
const attemptsMax = 3;

export async function measure(
  contenders: readonly Contender[],
  options: BenchOptions,
): Promise<Results> {
  const results = new Map<Contender, Cell[]>(contenders.map((contender) => [contender, []]));
  for (let repetition = 1; repetition <= options.repetitions; repetition++) {
    for (const contender of contenders) {
      const cell = await measureInPeace(contender, options);
      must(results.get(contender), 'cells of a contender').push(cell);
      keep({ contender: contender.name, repetition, ...cell }, options);
    }
  }
  return results;
}

/** The last attempt counts, whatever it was like: its noise is shown beside it. */
async function measureInPeace(contender: Contender, options: BenchOptions): Promise<Cell> {
  for (let attempt = 1; ; attempt++) {
    await calm();
    const cell = await measureOnce(contender, options);
    process.stderr.write(
      `${contender.name}: ${cell.endToEndPerSecond}/s end to end, ` +
        `${cell.foreignPercent} % of the machine used by others\n`,
    );
    if (cell.foreignPercent <= options.foreignPercentMax || attempt === attemptsMax) return cell;
  }
}

async function measureOnce(contender: Contender, options: BenchOptions): Promise<Cell> {
  const { n, warmUp } = options;
  const folder = await mkdtemp(path.join(options.folder, 'parley-bench-'));
  try {
    await using peers = await Peers.start(folder, warmUp + n, options);
    const place = { folder, smscPort: peers.smscPort, sinkPort: peers.sinkPort };
    await using running = await contender.start(place, options);
    await send({ start: 0, n: warmUp }, { peers, running, options });
    return await observe({ start: warmUp, n }, { peers, running, options });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Scene = { readonly peers: Peers; readonly running: Running; readonly options: BenchOptions };

async function send(range: Range, { peers, running, options }: Scene): Promise<LoadReport> {
  const { connections, rate } = options;
  const report = await peers.load({ range, connections, rate, request: running.request });
  await awaitWebhooks(peers.table, range, quietMs);
  return report;
}

async function observe(range: Range, scene: Scene): Promise<Cell> {
  const { peers, running } = scene;
  const own = (): number => cpuSeconds([...peers.pids, process.pid]);
  const server = (): number => cpuSeconds(running.database?.pids ?? []);
  const before = {
    contender: used(running),
    server: server(),
    own: own(),
    all: machineBusySeconds(),
  };
  const startedAt = performance.now();
  const report = await send(range, scene);
  const seconds = (performance.now() - startedAt) / 1_000;
  const contender = used(running) - before.contender;
  const harness = own() - before.own + report.cpuSeconds;
  const foreign = machineBusySeconds() - before.all - contender - harness;
  return {
    ...readJourney(peers.table, range),
    refused: report.refused,
    cpuSecondsPer10k: round((contender / range.n) * 10_000, 3),
    serverSecondsPer10k: round(((server() - before.server) / range.n) * 10_000, 3),
    peakMegabytes: Math.round(peakMegabytes(running.pids.flatMap(processTree))),
    foreignPercent: round(Math.max(0, (100 * foreign) / (cores * seconds)), 1),
  };
}

function used({ pids }: Running): number {
  return cpuSeconds(pids.flatMap(processTree));
}

/** Waits for a second in which hardly anybody works, though not for ever. */
async function calm(): Promise<void> {
  for (let second = 0; second < calmSecondsMax; second++) {
    const before = machineBusySeconds();
    await pause(1_000);
    if ((100 * (machineBusySeconds() - before)) / cores < calmPercentMax) return;
  }
}

function keep(row: object, { out }: BenchOptions): void {
  if (out !== '') appendFileSync(out, `${JSON.stringify(row)}\n`);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
