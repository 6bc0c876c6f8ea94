/** The C programs around what is measured: built when they are needed, started with the shared table. */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { Program } from './program.ts';
import { createTable, type Range } from './stamps.ts';

const sources = path.join(import.meta.dirname, 'peers');

/** Why they cannot be had on this machine; undefined when they can. */
export function findPeersObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'the peers use epoll, and figures come from /proc';
  for (const tool of ['make', 'cc']) {
    if (spawnSync(tool, ['--version']).error !== undefined) return `there is no ${tool}`;
  }
  return undefined;
}

export function buildPeers(): void {
  execFileSync('make', ['--silent', '-C', sources], { stdio: ['ignore', 'ignore', 'inherit'] });
}

export type LoadWish = {
  readonly range: Range;
  /** Of each request; 1 unless something else is said. */
  readonly recipients?: number;
  readonly connections: number;
  /** Requests a second; 0 is as many as are answered. */
  readonly rate: number;
  /** Where to, and what: arguments of the load tool. */
  readonly request: readonly (string | number)[];
};

export type LoadReport = {
  readonly accepted: number;
  readonly refused: number;
  readonly reconnects: number;
  readonly cpuSeconds: number;
};

export type OperatorWish = { readonly responseDelayMs: number; readonly receiptDelayMs: number };

/** An operator and a receiver of webhooks on ports of their own, and a client when it is wanted. */
export class Peers implements AsyncDisposable {
  readonly table: string;
  readonly smscPort: number;
  readonly sinkPort: number;
  readonly #folder: string;
  readonly #running: AsyncDisposableStack;
  readonly #programs: readonly Program[];

  private constructor(
    place: { readonly folder: string; readonly table: string },
    started: {
      readonly running: AsyncDisposableStack;
      readonly programs: readonly Program[];
      readonly smscPort: number;
      readonly sinkPort: number;
    },
  ) {
    this.#folder = place.folder;
    this.table = place.table;
    this.#running = started.running;
    this.#programs = started.programs;
    this.smscPort = started.smscPort;
    this.sinkPort = started.sinkPort;
  }

  static async start(folder: string, records: number, wish: OperatorWish): Promise<Peers> {
    await using stack = new AsyncDisposableStack();
    const table = stack.use(createTable(records)).file;
    const start = (name: string, args: readonly (string | number)[]): Program =>
      stack.use(
        new Program({ name, command: peer(name), args: ['--table', table, ...args], folder }),
      );
    const { responseDelayMs, receiptDelayMs } = wish;
    const delays = ['--response-delay-ms', responseDelayMs, '--receipt-delay-ms', receiptDelayMs];
    const smsc = start('smsc', delays);
    const sink = start('sink', []);
    const [smscPort, sinkPort] = [await portOf(smsc), await portOf(sink)];
    const programs = [smsc, sink];
    const running = stack.move();
    return new Peers({ folder, table }, { running, programs, smscPort, sinkPort });
  }

  get pids(): readonly number[] {
    return this.#programs.map(({ pid }) => pid);
  }

  /** Sends messages until each is answered. */
  async load(wish: LoadWish): Promise<LoadReport> {
    const { range, recipients = 1, connections, rate, request } = wish;
    const requests = ['--n', range.n / recipients, '--recipients', recipients];
    const fixed = [...requests, '--start', range.start, '--connections', connections];
    // At a fixed rate a connection may hold several requests, as the clients of a busy hour do.
    const paced = rate > 0 ? ['--rate', rate, '--pipeline', 16] : [];
    const args = ['--table', this.table, ...fixed, ...paced, ...request];
    const client = new Program({
      // Several may run at once.
      name: `load-${range.start}`,
      command: peer('load'),
      args,
      folder: this.#folder,
    });
    const said = await client.ends();
    const report = /^\{.*\}$/m.exec(said)?.[0];
    if (report === undefined) throw new Error(`The load tool failed:\n${said}`);
    if (said.includes('refused:')) process.stderr.write(said);
    return JSON.parse(report) as LoadReport;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#running.disposeAsync();
  }
}

function peer(name: string): string {
  return path.join(sources, 'build', name);
}

async function portOf(program: Program): Promise<number> {
  return Number(await program.says(/^listening (\d+)$/m));
}
