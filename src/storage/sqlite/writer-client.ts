/**
 * A thread's side of the writer: the calls of a turn go together at its end. The writer takes all that has come by the
 * end of a transaction into the next one, so that none of it waits for this thread's turn as well.
 */
import type { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { type Clock, systemClock, type Timer } from '#core/clock.ts';
import { startOwnThread } from '#core/own-files.ts';
import { atTurnEnd, nextTurn } from '#core/turns.ts';
import { CommitUnknown, StorageUnavailable } from '#core/unavailable.ts';
import type { StorageLoss } from '../storage.ts';
import { StorageRefused } from '../storage-refused.ts';
import { InlineWriter } from './inline-writer.ts';
import { LinkedWriter } from './linked-writer.ts';
import { SendPace } from './send-pace.ts';
import type { WriterCalls } from './writer-calls.ts';
import type {
  WriterCall,
  WriterData,
  WriterError,
  WriterMessage,
  WriterReply,
  WriterResult,
} from './writer-connection.ts';
import type { WriterOperations } from './writer-operations.ts';

/** A thread, or what speaks like one. */
type Writer = EventEmitter & {
  postMessage(message: WriterMessage, transfer?: readonly MessagePort[]): void;
  terminate(): Promise<unknown>;
};

type Waiting = {
  readonly call: WriterCall;
  readonly resolve: (value: never) => void;
  readonly reject: (cause: Error) => void;
};

/** Calls without an answer at most: each is a batch already, so this is far past what a healthy disk leaves. */
const waitingMax = 10_000;

/**
 * A writer that owes an answer is looked at so often; after twelve looks without any, a minute, the thread hangs: in a
 * disk that answers no fsync, for one. Looks are counted and not the time, in which the whole machine may have slept.
 */
const lookMs = 5_000;
const looksMax = 12;

export type WriterOptions = {
  readonly clock?: Clock;
  /** Told once, where the thread ends unasked or hangs: no write succeeds from then on. */
  readonly lost?: (loss: StorageLoss) => void;
  /** What runs in the thread. */
  readonly module?: URL;
  /** Without a thread: for those who have nothing else to do while the disk writes. */
  readonly inline?: boolean;
  /** To the writer of another thread of this process, see `connect`. */
  readonly link?: MessagePort | undefined;
};

const ownModule = new URL('./writer.ts', import.meta.url);

export class WriterClient implements WriterCalls<WriterOperations>, AsyncDisposable {
  readonly #worker: Writer;
  readonly #clock: Clock;
  readonly #lost: (loss: StorageLoss) => void;
  readonly #ended: Promise<void>;
  #waiting: Waiting[] = [];
  /** Sent and not answered, in the order in which answers come. */
  #sent: Waiting[] = [];
  #scheduled = false;
  readonly #pace = new SendPace();
  /** Of what waits for others. */
  #patience: { readonly timer: Timer; readonly untilMs: number } | undefined;
  #watch: Timer | undefined;
  /** Looks since the last answer. */
  #looks = 0;
  #closed: Error | undefined;

  private constructor(worker: Writer, { clock = systemClock, lost }: WriterOptions) {
    this.#worker = worker;
    this.#clock = clock;
    this.#lost = lost ?? (() => undefined);
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (reply: WriterReply) => {
      if ('results' in reply) this.#settle(reply.results);
    });
    worker.on('error', (error) =>
      this.#fail({ why: 'writer ended', cause: error, threadHangs: false }),
    );
    worker.once('exit', (exitCode: number) =>
      this.#fail({ why: 'writer ended', exitCode, threadHangs: false }),
    );
  }

  /** Opens the file and brings its schema up to date; throws what is wrong with it. */
  static async open(workerData: WriterData, options: WriterOptions = {}): Promise<WriterClient> {
    if (options.inline === true) return new WriterClient(new InlineWriter(workerData), options);
    if (options.link !== undefined)
      return new WriterClient(new LinkedWriter(options.link), options);
    const worker = startOwnThread(options.module ?? ownModule, { workerData });
    await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error) => reject(asOpened(error as Error)));
    });
    return new WriterClient(worker, options);
  }

  /** A line to the same writer for another thread, which gives it as `link`: its calls have transactions of their own. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage({ client: port1 }, [port1]);
    return port2;
  }

  call<Name extends keyof WriterOperations>(
    operation: Name,
    ...given: Parameters<WriterOperations[Name]>
  ): Promise<ReturnType<WriterOperations[Name]>> {
    const done = this.#enqueue<ReturnType<WriterOperations[Name]>>({ operation, arguments: given });
    this.#schedule();
    return done;
  }

  callWithin<Name extends keyof WriterOperations>(
    waitMs: number,
    operation: Name,
    ...given: Parameters<WriterOperations[Name]>
  ): Promise<ReturnType<WriterOperations[Name]>> {
    const done = this.#enqueue<ReturnType<WriterOperations[Name]>>({ operation, arguments: given });
    this.#wait(waitMs);
    return done;
  }

  callPaced<Name extends keyof WriterOperations>(
    items: number,
    operation: Name,
    ...given: Parameters<WriterOperations[Name]>
  ): Promise<ReturnType<WriterOperations[Name]>> {
    const waitMs = this.#pace.waitMs(items, this.#clock.monotonicMs());
    if (waitMs === 0) return this.call(operation, ...given);
    return this.callWithin(waitMs, operation, ...given);
  }

  #enqueue<Result>(call: WriterCall): Promise<Result> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (this.#sent.length + this.#waiting.length >= waitingMax) {
      return Promise.reject(new StorageUnavailable('The disk does not keep up'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#schedule();
    while (this.#sent.length > 0 || this.#waiting.length > 0) {
      if (this.#closed !== undefined) break;
      await nextTurn();
    }
    this.#patience?.timer.cancel();
    this.#watch?.cancel();
    // A thread that hangs hears nothing.
    if (this.#looks >= looksMax) return void this.#worker.terminate();
    this.#closed ??= new StorageUnavailable('The database is closed');
    this.#worker.postMessage('close');
    await this.#ended;
  }

  /** In a later phase of the loop, so that all that this turn settles is in the next transaction. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    atTurnEnd('send', () => this.#send());
  }

  /** Until calls go that cannot wait, or the first of those that can no longer. */
  #wait(waitMs: number): void {
    const untilMs = this.#clock.monotonicMs() + waitMs;
    if (this.#patience !== undefined && this.#patience.untilMs <= untilMs) return;
    this.#patience?.timer.cancel();
    const timer = this.#clock.after(waitMs, () => {
      this.#patience = undefined;
      if (this.#waiting.length > 0) this.#schedule();
    });
    this.#patience = { timer, untilMs };
  }

  #send(): void {
    this.#scheduled = false;
    const calls = this.#waiting;
    if (calls.length === 0) return;
    this.#waiting = [];
    this.#pace.sent(this.#clock.monotonicMs());
    this.#sent = this.#sent.concat(calls);
    // As JSON: written and read in half the time of a structured clone (6 against 11 µs a message).
    this.#worker.postMessage(JSON.stringify(calls.map(({ call }) => call)));
    this.#watch ??= this.#clock.after(lookMs, () => this.#look());
  }

  #look(): void {
    this.#watch = undefined;
    if (this.#sent.length === 0) return;
    this.#looks += 1;
    if (this.#looks >= looksMax) {
      this.#fail({ why: 'writer silent', waitedMs: looksMax * lookMs, threadHangs: true });
    } else this.#watch = this.#clock.after(lookMs, () => this.#look());
  }

  #settle(results: readonly WriterResult[]): void {
    this.#looks = 0;
    const answered = this.#sent.splice(0, results.length);
    for (const [index, { resolve, reject }] of answered.entries()) {
      const result = must(results[index], 'answer to a call');
      if (result.ok) resolve(result.value as never);
      else reject(asError(result.error));
    }
  }

  /** What waited was never begun; of what was sent nobody knows whether its commit had succeeded. */
  #fail(loss: StorageLoss): void {
    if (this.#closed !== undefined) return;
    this.#closed = new StorageUnavailable('The database is closed: its writer has ended');
    for (const { reject } of this.#sent) reject(new CommitUnknown());
    for (const { reject } of this.#waiting) reject(this.#closed);
    this.#sent = [];
    this.#waiting = [];
    this.#lost(loss);
  }
}

function asError({ name, message }: WriterError): Error {
  // Damage met while running: nothing was committed, and nobody is told otherwise.
  const unavailable = name === 'StorageUnavailable' || name === 'StorageRefused';
  return unavailable ? new StorageUnavailable(message) : new Error(message);
}

/** An error that ended the thread has lost its class on the way. */
function asOpened(error: Error): Error {
  if (error.name === 'StorageRefused') return new StorageRefused(error.message);
  return error.name === 'StorageUnavailable' ? new StorageUnavailable(error.message) : error;
}
