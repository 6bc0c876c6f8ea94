/** The ends of calls on their way to the storage: kept and tried again while it is away. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { CallEnd, CallStore } from './call-record.ts';

const everyMs = 1_000;
/** Calls that end while the storage is away; those beyond end as interrupted, at the next start. */
const keptMax = 10_000;

export class CallEndings implements AsyncDisposable {
  readonly #calls: Pick<CallStore, 'endCall'>;
  readonly #log: Log;
  readonly #kept = new Map<number, CallEnd>();
  readonly #loop: Loop;

  constructor(ports: {
    readonly calls: Pick<CallStore, 'endCall'>;
    readonly clock: Clock;
    readonly log: Log;
  }) {
    const { calls, clock, log } = ports;
    this.#calls = calls;
    this.#log = log;
    this.#loop = new Loop({
      name: 'ends of calls',
      everyMs,
      clock,
      log,
      work: () => this.#retry(),
    });
    this.#loop.start();
  }

  /** How many are not stored yet. */
  get size(): number {
    return this.#kept.size;
  }

  async save(callId: number, end: CallEnd): Promise<void> {
    try {
      await this.#calls.endCall(callId, end);
    } catch (error) {
      this.#log.warn('call.end.unwritten', { callId, ...errorFields(error) });
      if (this.#kept.size < keptMax) this.#kept.set(callId, end);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await this.#retry().catch(() => undefined);
  }

  async #retry(): Promise<void> {
    for (const [callId, end] of this.#kept) {
      await this.#calls.endCall(callId, end);
      this.#kept.delete(callId);
    }
  }
}
