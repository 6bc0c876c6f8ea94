/**
 * Tells readers that wait when an event of their account is stored: at once where this process stored it,
 * else when the table is looked at. It looks only while somebody waits.
 */
import type { Clock, Timer } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { eventIdOf } from '#model/event-ids.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { EventStore } from './event-store.ts';

export type EventWatchPorts = {
  readonly store: Pick<EventStore, 'listStreams' | 'findAccounts'>;
  readonly clock: Clock;
  readonly log: Log;
  /** How soon what others stored is found. */
  readonly everyMs: () => number;
};

/** Past so many new events of a stream everybody looks for himself. */
const rowsMax = 1_000;

type Waiter = () => void;

/** From the moment it is made it hears; `until` resolves when it has heard, when the time is over, or told to stop. */
export interface Hearing extends Disposable {
  until(ms: number, signal?: AbortSignal): Promise<void>;
}

export class EventWatch implements Disposable {
  readonly #ports: EventWatchPorts;
  readonly #waiters = new Map<number, Set<Waiter>>();
  /** The last id known of each stream; undefined while nobody waits. */
  #seen: Map<number, number> | undefined;
  #looking: Timer | undefined;
  #isStopped = false;

  constructor(ports: EventWatchPorts) {
    this.#ports = ports;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Events right after their commit. */
  committed(events: readonly OwedEvent[]): void {
    if (this.#waiters.size === 0) return;
    for (const { accountId } of events) this.#wake(accountId);
  }

  listen(accountId: number): Hearing {
    let hasHeard = this.#isStopped;
    let heard: (() => void) | undefined;
    const waiter = (): void => {
      hasHeard = true;
      heard?.();
    };
    const stopListening = this.#add(accountId, waiter);
    const { clock } = this.#ports;
    return {
      until(ms, signal) {
        if (hasHeard || signal?.aborted === true) return Promise.resolve();
        return new Promise((resolve) => {
          const wake = (): void => {
            timer.cancel();
            signal?.removeEventListener('abort', wake);
            resolve();
          };
          const timer = clock.after(ms, wake);
          signal?.addEventListener('abort', wake, { once: true });
          heard = wake;
        });
      },
      [Symbol.dispose]: stopListening,
    };
  }

  /** Nobody waits any longer. */
  [Symbol.dispose](): void {
    this.#isStopped = true;
    this.#looking?.cancel();
    this.#looking = undefined;
    this.wakeAll();
  }

  #add(accountId: number, waiter: Waiter): () => void {
    const ofAccount = this.#waiters.get(accountId) ?? new Set();
    this.#waiters.set(accountId, ofAccount.add(waiter));
    this.#lookLater();
    return () => {
      ofAccount.delete(waiter);
      if (ofAccount.size === 0 && this.#waiters.get(accountId) === ofAccount) {
        this.#waiters.delete(accountId);
      }
    };
  }

  #wake(accountId: number): void {
    for (const waiter of this.#waiters.get(accountId) ?? []) waiter();
  }

  /** There may be something else to learn than events. */
  wakeAll(): void {
    for (const accountId of this.#waiters.keys()) this.#wake(accountId);
  }

  #lookLater(): void {
    if (this.#isStopped || this.#looking !== undefined) return;
    this.#looking = this.#ports.clock.after(this.#ports.everyMs(), () => void this.#look());
  }

  async #look(): Promise<void> {
    try {
      await this.#lookAtTable();
    } catch (error) {
      this.#ports.log.info('events.unreadable', errorFields(error));
    }
    this.#looking = undefined;
    if (this.#waiters.size > 0) this.#lookLater();
    else this.#seen = undefined;
  }

  async #lookAtTable(): Promise<void> {
    const heads = await this.#ports.store.listStreams();
    const seen = this.#seen;
    this.#seen = new Map(heads.map(({ stream, lastId }) => [stream, lastId]));
    // A client that waited before the first look may have missed what came in between.
    if (seen === undefined) return this.wakeAll();
    for (const { stream, lastId } of heads) {
      const after = seen.get(stream) ?? eventIdOf(stream, 0);
      if (lastId > after) await this.#wakeThoseOf(after, lastId);
    }
  }

  async #wakeThoseOf(after: number, lastId: number): Promise<void> {
    const span = { after, before: lastId + 1, limit: rowsMax };
    const accounts = await this.#ports.store.findAccounts(span);
    if (accounts.length === rowsMax) this.wakeAll();
    else for (const accountId of new Set(accounts)) this.#wake(accountId);
  }
}
