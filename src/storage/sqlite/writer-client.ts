/** The main thread's side of the writer: calls gather while a transaction runs, then go together. */
import type { Worker } from 'node:worker_threads';
import { systemClock, type Timer } from '#core/clock.ts';
import { startOwnThread } from '#core/own-files.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { StorageRefused } from '../storage-refused.ts';
import type { WriterCall, WriterData, WriterError, WriterReply, WriterResult } from './writer.ts';
import type { WriterOperations } from './writer-operations.ts';

type Waiting = {
  readonly call: WriterCall;
  readonly resolve: (value: never) => void;
  readonly reject: (cause: Error) => void;
};

/** Calls that wait at most: each is a batch already, so this is far past what a healthy disk leaves. */
const waitingMax = 10_000;

/** What waits for company goes at the latest after this time. */
const patienceMs = 50;

export class WriterClient implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #waiting: Waiting[] = [];
  #running: Waiting[] | undefined;
  #scheduled = false;
  /** Somebody waits for what is waiting here; without that it goes along with the next who does. */
  #isWanted = false;
  #patience: Timer | undefined;
  #closed: Error | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (reply: WriterReply) => {
      if ('results' in reply) this.#settle(reply.results);
    });
    worker.on('error', (error) => this.#fail(error as Error));
    worker.once('exit', () => this.#fail(new StorageUnavailable('The database is closed')));
  }

  /** Opens the file and brings its schema up to date; throws what is wrong with it. */
  static async open(workerData: WriterData): Promise<WriterClient> {
    const worker = startOwnThread(new URL('./writer.ts', import.meta.url), { workerData });
    await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error) => reject(asOpened(error as Error)));
    });
    return new WriterClient(worker);
  }

  /** Runs one operation of the writer; settles after the commit it was part of. */
  call<Name extends keyof WriterOperations>(
    operation: Name,
    ...given: Parameters<WriterOperations[Name]>
  ): Promise<ReturnType<WriterOperations[Name]>> {
    const done = this.#enqueue<ReturnType<WriterOperations[Name]>>({ operation, arguments: given });
    this.#schedule();
    return done;
  }

  /** The same for what nobody waits for: it shares the transaction of others, if some come soon. */
  callPatiently<Name extends keyof WriterOperations>(
    operation: Name,
    ...given: Parameters<WriterOperations[Name]>
  ): Promise<ReturnType<WriterOperations[Name]>> {
    const done = this.#enqueue<ReturnType<WriterOperations[Name]>>({ operation, arguments: given });
    this.#wait();
    return done;
  }

  #enqueue<Result>(call: WriterCall): Promise<Result> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (this.#waiting.length >= waitingMax) {
      return Promise.reject(new StorageUnavailable('The disk does not keep up'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#schedule();
    while (this.#running !== undefined || this.#waiting.length > 0) {
      if (this.#closed !== undefined) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#patience?.cancel();
    this.#closed ??= new StorageUnavailable('The database is closed');
    this.#worker.postMessage('close');
    await this.#ended;
  }

  /** In a later phase of the loop, so that all that this turn settles is in the next transaction. */
  #schedule(): void {
    this.#isWanted = true;
    if (this.#scheduled || this.#running !== undefined) return;
    this.#scheduled = true;
    setImmediate(() => this.#send());
  }

  /** Until somebody else's calls go, but not for long. */
  #wait(): void {
    this.#patience ??= systemClock.after(patienceMs, () => {
      this.#patience = undefined;
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #send(): void {
    this.#scheduled = false;
    if (this.#running !== undefined || this.#waiting.length === 0) return;
    this.#isWanted = false;
    this.#running = this.#waiting;
    this.#waiting = [];
    // As JSON: written and read in half the time of a structured clone (6 against 11 µs a message).
    this.#worker.postMessage(JSON.stringify(this.#running.map(({ call }) => call)));
  }

  #settle(results: readonly WriterResult[]): void {
    const running = this.#running ?? [];
    this.#running = undefined;
    // What gathered meanwhile goes first: the thread works on it while this one works on the results.
    if (this.#isWanted) this.#send();
    for (const [index, { resolve, reject }] of running.entries()) {
      const result = results[index];
      if (result?.ok === true) resolve(result.value as never);
      else reject(asError(result?.error));
    }
  }

  #fail(error: Error): void {
    this.#closed ??= error;
    for (const { reject } of [...(this.#running ?? []), ...this.#waiting]) reject(error);
    this.#running = undefined;
    this.#waiting = [];
  }
}

function asError(error: WriterError | undefined): Error {
  const message = error?.message ?? 'The writer gave no answer';
  // Damage met while running: nothing was committed, and nobody is told otherwise.
  const unavailable = error?.name === 'StorageUnavailable' || error?.name === 'StorageRefused';
  return unavailable ? new StorageUnavailable(message) : new Error(message);
}

/** An error that ended the thread has lost its class on the way. */
function asOpened(error: Error): Error {
  if (error.name === 'StorageRefused') return new StorageRefused(error.message);
  return error.name === 'StorageUnavailable' ? new StorageUnavailable(error.message) : error;
}
