/** What clients ask of their events: a page, at once or when there is one, and a feed that goes on. */
import type { Clock } from '#core/clock.ts';
import { ConcurrencyLimit } from '#core/concurrency-limit.ts';
import { nextTurn } from '#core/turns.ts';
import type { EventCursor } from './event-cursor.ts';
import {
  EventReader,
  type Pulled,
  type PulledEvent,
  type PullQuery,
  readUpTo,
} from './event-reader.ts';
import type { EventStore } from './event-store.ts';
import { EventWatch, type EventWatchPorts, type Hearing } from './event-watch.ts';

export type EventPullPorts = Omit<EventWatchPorts, 'store'> & {
  readonly store: EventStore;
  readonly clock: Clock;
};

/** Whether its reader may read on: asked again before each page that comes later. */
type Reader = { readonly mayStill: () => Promise<boolean> };

export type WaitingQuery = PullQuery &
  Reader & {
    /** How long to wait for a first event; 0 is not at all. */
    readonly waitMs: number;
  };

export type FeedQuery = Omit<PullQuery, 'after' | 'limit'> &
  Reader & { readonly after: EventCursor };

/** What a feed gives: events, or now and then nothing but how far it has looked. */
export type FeedPage = {
  readonly events: readonly (PulledEvent & { readonly cursor: EventCursor })[];
  readonly cursor: EventCursor;
};

/** Clients that wait, and feeds: each holds a connection. */
const perAccountMax = { waits: 20, feeds: 10 };
const allMax = { waits: 2_000, feeds: 1_000 };
const feedPageMax = 100;
/** Proxies close what is silent for a minute. */
const beatMs = 15_000;
/** A client that comes back may come to another process: no feed stays where it began. */
const feedMs = 600_000;

export class EventPull implements Disposable {
  readonly reader: EventReader;
  readonly #watch: EventWatch;
  readonly #clock: Clock;
  readonly #waits = new ConcurrencyLimit(perAccountMax.waits, allMax.waits);
  readonly #feeds = new ConcurrencyLimit(perAccountMax.feeds, allMax.feeds);

  constructor(ports: EventPullPorts) {
    this.reader = new EventReader(ports.store);
    this.#watch = new EventWatch(ports);
    this.#clock = ports.clock;
  }

  /** Events right after their commit. */
  committed(events: Parameters<EventWatch['committed']>[0]): void {
    this.#watch.committed(events);
  }

  get isStopped(): boolean {
    return this.#watch.isStopped;
  }

  /** For who keeps count of readers himself. */
  listen(accountId: number): Hearing {
    return this.#watch.listen(accountId);
  }

  /** Settings have changed: each reader is asked at once whether he still may. */
  askAnew(): void {
    this.#watch.wakeAll();
  }

  /**
   * `too many`: the account, or all together, have as many requests waiting as they may.
   * `no more`: its reader may not read any longer.
   */
  async pull({ waitMs, ...query }: WaitingQuery): Promise<Pulled | 'too many' | 'no more'> {
    if (waitMs === 0) return this.reader.read(query);
    using place = this.#waits.take(query.accountId);
    if (place === undefined) return 'too many';
    return await this.#waitFor(query, this.#clock.monotonicMs() + waitMs);
  }

  async #waitFor(asked: PullQuery & Reader, untilMs: number): Promise<Pulled | 'no more'> {
    let query = asked;
    for (;;) {
      using hearing = this.#watch.listen(query.accountId);
      const page = await this.reader.read(query);
      const leftMs = untilMs - this.#clock.monotonicMs();
      if (!page.ok || page.events.length > 0 || leftMs <= 0 || this.#watch.isStopped) return page;
      // SQLite reads on this thread: between two pages it does what else has come.
      await (page.hasMore ? nextTurn() : hearing.until(leftMs));
      if (!(await query.mayStill())) return 'no more';
      // What was looked at is not looked at again.
      query = { ...query, after: page.next };
    }
  }

  /** Undefined: as many as there may be. The feed ends by itself, when it is disposed of, or when the program stops. */
  openFeed(query: FeedQuery, signal: AbortSignal): AsyncGenerator<FeedPage> | undefined {
    const place = this.#feeds.take(query.accountId);
    return place && this.#feed(query, place, signal);
  }

  async *#feed(query: FeedQuery, place: Disposable, signal: AbortSignal): AsyncGenerator<FeedPage> {
    try {
      const endsAtMs = this.#clock.monotonicMs() + feedMs;
      let after = query.after;
      while (!signal.aborted && !this.#watch.isStopped && this.#clock.monotonicMs() < endsAtMs) {
        using hearing = this.#watch.listen(query.accountId);
        if (!(await query.mayStill())) return;
        const page = await this.reader.read({ ...query, after, limit: feedPageMax });
        // Forgotten while it was read: the client hears it when it comes back.
        if (!page.ok) return;
        const { events, next, hasMore } = page;
        if (events.length > 0) yield { events: withCursors(after, events), cursor: next };
        after = next;
        if (hasMore || events.length > 0) {
          await nextTurn();
          continue;
        }
        await hearing.until(beatMs, signal);
        if (!(await query.mayStill())) return;
        yield { events: [], cursor: after };
      }
    } finally {
      place[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
  }
}

function withCursors(after: EventCursor, events: readonly PulledEvent[]): FeedPage['events'] {
  let cursor = after;
  return events.map((event) => {
    cursor = readUpTo(cursor, event.id);
    return { ...event, cursor };
  });
}
