/**
 * `voice --beside`: calls through this build and through that of another checkout at the same time, so that both meet the
 * same neighbours: the ratio of a round holds on a busy machine, where no figure does. In turns, half of the ratios lay
 * within 13 % of each other, at the same time within 5 %.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { must } from '#core/assert.ts';
import { number } from '#test/harness/call-world.ts';
import { type CallingProgram, openCallingProgram } from '#test/harness/calling-program.ts';
import { freeUdpPort } from '#test/harness/free-port.ts';
import { sippAnswers, sippCalls } from '#test/harness/sipp.ts';
import { medianOf } from './counts/median.ts';
import type { BenchOptions } from './options.ts';
import { type ThreadMicroseconds, threadMicroseconds } from './process-figures.ts';
import { bypass } from './voice-calls.ts';

type Open = typeof openCallingProgram;

/** What V8 compiles in its first seconds is no part of what a call costs. */
const warmUpCalls = 1_000;
const roundS = 5;
const usualRate = 100;
/** What sipp waits for calls that are still open. */
const lingerS = 60;

export async function* pairCalls(options: BenchOptions): AsyncGenerator<string> {
  const { beside, repetitions } = options;
  const rate = options.rate > 0 ? options.rate : usualRate;
  const there = pathToFileURL(path.resolve(beside, 'test/harness/calling-program.ts')).href;
  const other = (await import(there)) as { readonly openCallingProgram: Open };
  await using before = await Side.open(other.openCallingProgram);
  await using after = await Side.open(openCallingProgram);
  for (const side of [before, after]) await side.round(warmUpCalls, rate);
  const pairs: Pair[] = [];
  const calls = rate * roundS;
  for (let round = 0; round < repetitions; round += 1) {
    const both = [before.round(calls, rate), after.round(calls, rate)] as const;
    const [spentThere, spentHere] = await Promise.all(both);
    pairs.push({ before: spentThere, after: spentHere });
  }
  yield 'CPU of a call: there, here, ratio of the pairs; medians, and where the middle half of the ratios lies';
  for (const name of namesIn(pairs)) yield lineOf(name, pairs, (spent) => spent.get(name) ?? 0);
  yield lineOf('all', pairs, (spent) => [...spent.values()].reduce((sum, us) => sum + us, 0));
}

type Pair = { readonly before: ThreadMicroseconds; readonly after: ThreadMicroseconds };

function namesIn(pairs: readonly Pair[]): readonly string[] {
  return [...new Set(pairs.flatMap(({ after }) => [...after.keys()]))];
}

function lineOf(
  name: string,
  pairs: readonly Pair[],
  of: (spent: ThreadMicroseconds) => number,
): string {
  const was = medianOf(pairs.map(({ before }) => of(before)));
  const is = medianOf(pairs.map(({ after }) => of(after)));
  const ratios = pairs.map(({ before, after }) => of(after) / of(before)).toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [1, 3].map(
    (quarter) => ratios[Math.floor((ratios.length * quarter) / 4)],
  );
  const ratio = `${medianOf(ratios).toFixed(3)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return `${name.padEnd(20)}${was.toFixed(1).padStart(8)} µs${is.toFixed(1).padStart(8)} µs  ${ratio}`;
}

/** A server with a callee of its own. */
class Side implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #program: CallingProgram;

  private constructor(stack: AsyncDisposableStack, program: CallingProgram) {
    this.#stack = stack;
    this.#program = program;
  }

  static async open(open: Open): Promise<Side> {
    await using stack = new AsyncDisposableStack();
    const calleePort = await freeUdpPort();
    const wish = { calleePort, trunkIn: bypass, trunkOut: bypass, perMinute: 60, balance: 1e9 };
    const program = stack.use(await open(wish));
    const over = new AbortController();
    const callee = await sippAnswers({
      scenario: 'callee-answers',
      calls: 1_000_000,
      timeoutS: 86_400,
      port: calleePort,
      signal: over.signal,
    });
    stack.defer(async () => {
      over.abort();
      await callee.ended;
    });
    return new Side(stack.move(), program);
  }

  /** What each of so many calls takes, by threads. */
  async round(calls: number, rate: number): Promise<ThreadMicroseconds> {
    const pid = must(this.#program.server.pid, 'process');
    const before = threadMicroseconds(pid);
    const timeoutS = calls / rate + lingerS;
    const wish = { scenario: 'caller-answered', calls, rate, timeoutS };
    const { screen } = await sippCalls(this.#program.hop.port, `+${number}`, wish);
    const failed = /Failed call +\| +\d+ +\| +(?<all>\d+)/.exec(screen)?.groups?.['all'];
    if (failed !== '0') throw new Error(`${failed ?? 'all'} of ${calls} calls failed`);
    const spent = [...threadMicroseconds(pid)];
    return new Map(spent.map(([name, us]) => [name, (us - (before.get(name) ?? 0)) / calls]));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}
