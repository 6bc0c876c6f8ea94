/**
 * Counts attempts at endpoints by the hour, for their charts. They are added up in memory and written every few
 * seconds, so that no delivery pays for it; what a process that is killed has not written yet is missing in the
 * charts, and in nothing else.
 */
import type { Clock } from '#core/clock.ts';
import { delayBucket } from '#core/delays.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { AttemptCount, DeliverySettlement, WebhookStore } from './webhook-store.ts';

type Ports = {
  readonly store: Pick<WebhookStore, 'countAttempts'>;
  readonly clock: Clock;
  readonly log: Log;
};

const hourMs = 3_600_000;
const saveEveryMs = 5_000;
/** Of a commit: some 2 ms of the writer. */
const rowsMax = 256;
/** Held while the storage is away; past it the charts miss something. */
const countsMax = 20_000;
/** As long as any page may ask for. */
const keptMs = 400 * 24 * hourMs;

export class AttemptCounts {
  readonly #ports: Ports;
  readonly #counts = new Map<string, AttemptCount>();
  #savedMs = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  note(settlements: readonly DeliverySettlement[]): void {
    for (const { attempt } of settlements) {
      // What expired or was dropped was not posted.
      if (attempt.url === '') continue;
      const { endpointId, atMs, durationMs } = attempt;
      this.#add({
        endpointId,
        startsAtMs: atMs - (atMs % hourMs),
        outcome: attempt.outcome === 'delivered' ? 'delivered' : 'failed',
        bucket: attempt.outcome === 'forbidden' ? 0 : delayBucket(durationMs),
        attempts: 1,
      });
    }
  }

  /** Saves what was counted, if the last time is long enough ago. */
  tick(nowMs: number): void {
    if (this.#counts.size === 0 || nowMs - this.#savedMs < saveEveryMs) return;
    this.#savedMs = nowMs;
    void this.save();
  }

  /** A failure is logged, and tried again with the next. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveAll());
    return this.#saving;
  }

  async #saveAll(): Promise<void> {
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    const beforeMs = this.#ports.clock.nowMs() - keptMs;
    for (let at = 0; at < counts.length; at += rowsMax) {
      try {
        await this.#ports.store.countAttempts(counts.slice(at, at + rowsMax), beforeMs);
      } catch (error) {
        for (const count of counts.slice(at)) this.#add(count);
        this.#ports.log.warn('webhook.attempts_uncounted', errorFields(error));
        return;
      }
    }
  }

  #add(count: AttemptCount): void {
    const { endpointId, startsAtMs, outcome, bucket } = count;
    const key = `${endpointId} ${startsAtMs} ${outcome} ${bucket}`;
    const before = this.#counts.get(key);
    if (before === undefined && this.#counts.size >= countsMax) return;
    this.#counts.set(key, { ...count, attempts: count.attempts + (before?.attempts ?? 0) });
  }
}
