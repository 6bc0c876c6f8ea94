/**
 * `pair`: this build beside that of another checkout (`--beside`), each with its own peers. Rounds of messages take
 * turns, so both meet the same neighbours: the ratio of two rounds holds on a busy machine, where no figure does.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contender } from './cells.ts';
import { parley } from './contenders.ts';
import { medianOf } from './counts/median.ts';
import type { BenchOptions } from './options.ts';
import { Peers } from './peers.ts';
import { cpuSeconds, residentMegabytes } from './process-figures.ts';
import { awaitWebhooks, readJourney } from './stamps.ts';

const roundOf = 3_000;
/** Nothing more comes after so long a silence. */
const quietMs = 8_000;

/** CPU in µs: of threads by their kind, and of the database server's processes. */
const kinds = ['main', 'writer', 'v8', 'server'] as const;

/** `passed` is the time by the clock. */
type Spent = Readonly<Record<(typeof kinds)[number] | 'passed', number>>;

export async function runPair(options: BenchOptions): Promise<boolean> {
  const { beside, repetitions, warmUp, database } = options;
  if (beside === '') {
    process.stderr.write('--beside names the folder of the other checkout, which is built.\n');
    return false;
  }
  const there = pathToFileURL(path.resolve(beside, 'bench', 'contenders.ts')).href;
  const other = (await import(there)) as { readonly parley: typeof parley };
  const wish = database === '' ? {} : { server: database };
  await using before = await Side.open(other.parley(wish), options);
  await using after = await Side.open(parley(wish), options);
  for (let sent = 0; sent < warmUp; sent += roundOf) {
    await before.round();
    await after.round();
  }
  const pairs: Pair[] = [];
  for (let round = 0; round < repetitions; round += 1) pairs.push(await pairOf(before, after));
  process.stdout.write(tableOf(pairs));
  const [was, is] = [before, after].map((side) => Math.round(side.residentMegabytes));
  process.stdout.write(`resident MB ${was} ${is}\n`);
  return true;
}

type Pair = { readonly before: Spent; readonly after: Spent };

async function pairOf(before: Side, after: Side): Promise<Pair> {
  return { before: await before.round(), after: await after.round() };
}

function tableOf(pairs: readonly Pair[]): string {
  const line = (name: string, of: (spent: Spent) => number): string => {
    const was = medianOf(pairs.map(({ before }) => of(before)));
    const is = medianOf(pairs.map(({ after }) => of(after)));
    const ratio = medianOf(pairs.map(({ before, after }) => of(after) / of(before)));
    return `${name.padEnd(8)}${was.toFixed(1).padStart(7)} µs${is.toFixed(1).padStart(7)} µs  ${ratio.toFixed(3)}\n`;
  };
  const lines = kinds.map((kind) => line(kind, (spent) => spent[kind]));
  const all = line('all', ({ main, writer, v8, server }) => main + writer + v8 + server);
  const passed = line('time', (spent) => spent.passed);
  return `CPU a message, and the time: there, here, ratio of the pairs; medians\n${lines.join('')}${all}${passed}`;
}

/** A server under load, with an operator and a receiver of its own. */
class Side implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #peers: Peers;
  readonly #running: Awaited<ReturnType<Contender['start']>>;
  readonly #connections: number;
  #sent = 0;

  private constructor(
    stack: AsyncDisposableStack,
    peers: Peers,
    running: Awaited<ReturnType<Contender['start']>>,
    connections: number,
  ) {
    this.#stack = stack;
    this.#peers = peers;
    this.#running = running;
    this.#connections = connections;
  }

  static async open(contender: Contender, options: BenchOptions): Promise<Side> {
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(options.folder, 'parley-pair-'));
    stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const rounds = Math.ceil(options.warmUp / roundOf) + options.repetitions;
    const peers = stack.use(await Peers.start(folder, rounds * roundOf, options));
    const place = { folder, smscPort: peers.smscPort, sinkPort: peers.sinkPort };
    const running = stack.use(await contender.start(place, options));
    return new Side(stack.move(), peers, running, options.connections);
  }

  get residentMegabytes(): number {
    return residentMegabytes(this.#running.pids);
  }

  /** What a message of the next round takes. */
  async round(): Promise<Spent> {
    const range = { start: this.#sent, n: roundOf };
    this.#sent += roundOf;
    const { request } = this.#running;
    const before = await this.#spent();
    await this.#peers.load({ range, connections: this.#connections, rate: 0, request });
    await awaitWebhooks(this.#peers.table, range, quietMs);
    const passed = 1_000_000 / readJourney(this.#peers.table, range).endToEndPerSecond;
    const after = await this.#spent();
    const spent = (kind: (typeof kinds)[number]) => (after[kind] - before[kind]) / roundOf;
    return {
      main: spent('main'),
      writer: spent('writer'),
      v8: spent('v8'),
      server: spent('server'),
      passed,
    };
  }

  async #spent(): Promise<Omit<Spent, 'passed'>> {
    const { pids, database } = this.#running;
    const server = cpuSeconds(database?.pids ?? []) * 1_000_000;
    const spent = { main: 0, writer: 0, v8: 0, server };
    const [pid = 0] = pids;
    const threads = path.join('/proc', String(pid), 'task');
    for (const thread of await readdir(threads)) {
      const [ns = ''] = (await readFile(path.join(threads, thread, 'schedstat'), 'utf8')).split(
        ' ',
      );
      const name = await readFile(path.join(threads, thread, 'comm'), 'utf8');
      const kind = thread === String(pid) ? 'main' : name.includes('V8') ? 'v8' : 'writer';
      spent[kind] += Number(ns) / 1_000;
    }
    return spent;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}
