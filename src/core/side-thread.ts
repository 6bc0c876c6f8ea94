/**
 * Work that others can make slow (a page, a mail that somebody wrote to be slow) in a thread of its own: one
 * piece at a time, and nobody waits for longer than he said. The thread posts '' when it is ready, and then one
 * answer for each message.
 */
import type { Worker } from 'node:worker_threads';
import { boundary, dropped, ignored } from './boundary.ts';
import type { Clock, Timer } from './clock.ts';
import { startOwnThread } from './own-files.ts';

export type SideThreadOptions = {
  /** The module that runs in it. */
  readonly module: URL;
  /** For one piece, counted from when its turn has come. */
  readonly patienceMs: number;
  readonly megabytesMax: number;
  readonly clock: Clock;
};

/** Its failure ends the thread: that piece has no answer, and the next one has a new thread. */
const threads = boundary('core.side-thread', 'thread');

/** An idle thread holds 6 MB or more; the next piece waits 100 ms for another one. */
const restMs = 60_000;

/** Loading takes 100 ms, or seconds on a busy machine; it is not counted against the first piece. */
const startMs = 30_000;

export class SideThread<Asked, Answer> implements AsyncDisposable {
  readonly #options: SideThreadOptions;
  #worker: Worker | undefined;
  #rest: Timer | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: SideThreadOptions) {
    this.#options = options;
  }

  /** Undefined where the thread failed, took too long, or is closed; the next piece has a new one. */
  ask(asked: Asked): Promise<Answer | undefined> {
    const turn = this.#turn.then(() => this.#answer(asked));
    this.#turn = turn;
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    this.#rest?.cancel();
    await this.#worker?.terminate();
  }

  async #answer(asked: Asked): Promise<Answer | undefined> {
    if (this.#isClosed) return undefined;
    this.#rest?.cancel();
    this.#worker ??= await this.#start();
    const worker = this.#worker;
    if (worker === undefined) return undefined;
    const { patienceMs, clock } = this.#options;
    worker.ref();
    worker.postMessage(asked);
    const answer = await answerOf<Answer>(worker, patienceMs, clock);
    worker.unref();
    if (answer === undefined) await this.#end(worker);
    else
      this.#rest = clock.after(
        restMs,
        threads.guard(() => void this.#end(worker), dropped),
      );
    return answer;
  }

  async #end(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }

  async #start(): Promise<Worker | undefined> {
    const { module, megabytesMax, clock } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: megabytesMax };
    const worker = startOwnThread(module, { resourceLimits });
    // Callers who wait hear of it; without a listener it would end the process.
    worker.on('error', ignored);
    // One that ends between two pieces is replaced before the next: it would answer nothing.
    worker.once(
      'exit',
      threads.guard(() => {
        if (this.#worker === worker) this.#worker = undefined;
      }, dropped),
    );
    if ((await answerOf<''>(worker, startMs, clock)) !== undefined) return worker;
    await worker.terminate();
    return undefined;
  }
}

/** The thread's next message; undefined if it ends or the time does. */
async function answerOf<Answer>(worker: Worker, ms: number, clock: Clock) {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const nothing = (): void => resolve(undefined);
  const take = threads.guard((answer: Answer) => resolve(answer), nothing);
  const giveUp = threads.guard(nothing, nothing);
  const timer = clock.after(ms, giveUp);
  worker.once('message', take).once('error', giveUp).once('exit', giveUp);
  const answer = await promise;
  timer.cancel();
  worker.off('message', take).off('error', giveUp).off('exit', giveUp);
  return answer;
}
