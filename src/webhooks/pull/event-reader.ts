/**
 * Reads an account's events from a cursor on. Within a stream they come in the order of their commits,
 * across streams about in the order of time; none is ever skipped, and reading settles nothing.
 */

import { eventIdOf, sequenceOf, streamOf } from '#model/event-ids.ts';
import type { KeyMode } from '#model/key-mode.ts';
import { takesKind } from '#webhooks/endpoint.ts';
import type { EventCursor } from './event-cursor.ts';
import type { EventHead, EventStore, StreamHead } from './event-store.ts';

export type PulledEvent = Omit<EventHead, 'bodyBytes'> & { readonly body: Uint8Array };

export type PullQuery = {
  readonly accountId: number;
  /** Whose key asks; undefined: a person, who sees both. */
  readonly mode?: KeyMode | undefined;
  /** Undefined: from the oldest that is kept. */
  readonly after: EventCursor | undefined;
  readonly limit: number;
  /** Kinds of events, whole (`dlr`) or by their first word (`reply`); none: all of them. */
  readonly kinds: readonly string[];
};

export type Pulled =
  | {
      readonly ok: true;
      readonly events: readonly PulledEvent[];
      /** Where to read on. */
      readonly next: EventCursor;
      /** There is more to look at than this page holds. */
      readonly hasMore: boolean;
    }
  /** Some of what follows the cursor is forgotten; the other cursor is where one can read on. */
  | { readonly ok: false; readonly oldest: EventCursor };

export type GlanceQuery = Omit<PullQuery, 'after' | 'limit'> & { readonly after: EventCursor };

/** What is new at a look, however much it is: all of it counted, and some of it read. */
export type Glance = {
  readonly heads: readonly EventHead[];
  readonly next: EventCursor;
  /** False: there is more than one look takes in. */
  readonly isWhole: boolean;
};

/** Rows of a stream that one page looks at, whether or not they are of the kinds that are wanted: 2 ms. */
const rowsMax = 2_000;
/** Of a page's bodies; a page has one event at least. */
const bytesMax = 4_194_304;
/** So often a page from the oldest event begins again, when that is forgotten meanwhile. */
const triesMax = 5;

export class EventReader {
  readonly #store: EventStore;

  constructor(store: EventStore) {
    this.#store = store;
  }

  async read(query: PullQuery): Promise<Pulled> {
    for (let tries = 1; ; tries += 1) {
      const after = query.after ?? (await this.oldest());
      const page = await this.#readPage(query, after);
      // Looked at last: what was forgotten in the middle of this must not be missing without a word.
      const oldest = await this.oldest();
      if (!isBefore(after, oldest)) return page;
      if (query.after !== undefined || tries === triesMax)
        return { ok: false, oldest: latest(after, oldest) };
    }
  }

  /** Undefined: some of what follows the cursor is forgotten. */
  async glance(query: GlanceQuery): Promise<Glance | undefined> {
    const { kinds, after } = query;
    const stretches = await this.#lookAll({ ...query, limit: rowsMax }, after);
    if (isBefore(after, await this.oldest())) return undefined;
    const next = new Map(after);
    for (const { stream, end } of stretches) next.set(stream, sequenceOf(end));
    const heads = stretches
      .flatMap(({ rows }) => rows)
      .filter(({ kind }) => takesKind({ events: kinds }, kind))
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
    return { heads, next, isWhole: stretches.every(({ isWhole }) => isWhole) };
  }

  /** Of events that are still there. */
  async withBodies(heads: readonly EventHead[]): Promise<readonly PulledEvent[]> {
    const bodies = await this.#store.findBodies(heads.map(({ id }) => id));
    return heads.flatMap(({ id, kind, orderKey, createdAtMs, test }) => {
      const body = bodies.get(id);
      return body === undefined ? [] : [{ id, kind, orderKey, createdAtMs, test, body }];
    });
  }

  /** Behind everything that is forgotten. */
  async oldest(): Promise<EventCursor> {
    return asCursor(await this.#store.listForgotten());
  }

  /** Behind everything that is stored. */
  async newest(): Promise<EventCursor> {
    return asCursor(await this.#store.listStreams());
  }

  /** Behind everything that is older; where events of one account are concerned. */
  async since(accountId: number, atMs: number): Promise<EventCursor> {
    const heads = await this.#store.listStreams();
    const cursor = new Map(await this.oldest());
    for (const { stream, lastId } of heads) {
      const first = await this.#firstSince(accountId, atMs, { stream, lastId });
      const read = Math.max(cursor.get(stream) ?? 0, sequenceOf(first) - 1);
      cursor.set(stream, read);
    }
    return cursor;
  }

  /** By halves: the events of one stream are in the order of time. */
  async #firstSince(accountId: number, atMs: number, { stream, lastId }: StreamHead) {
    let [low, high] = [eventIdOf(stream, 0), Math.max(lastId, eventIdOf(stream, 0)) + 1];
    while (high - low > 1) {
      const middle = low + Math.floor((high - low) / 2);
      const span = { accountId, after: middle - 1, before: high, limit: 1 };
      const [event] = await this.#store.findEvents(span);
      if (event === undefined || event.createdAtMs >= atMs) high = middle;
      else low = event.id;
    }
    return high;
  }

  async #readPage(query: PullQuery, after: EventCursor): Promise<Extract<Pulled, { ok: true }>> {
    const stretches = await this.#lookAll(query, after);
    const { chosen, next, hasMore } = choose(stretches, query, after);
    return { ok: true, events: await this.withBodies(chosen), next, hasMore };
  }

  async #lookAll(query: Looked, after: EventCursor): Promise<readonly Stretch[]> {
    // Read before the events: what is committed in between is above it, and found by the next page.
    const heads = await this.#store.listStreams();
    const unread = heads.filter(
      ({ stream, lastId }) => sequenceOf(lastId) > (after.get(stream) ?? 0),
    );
    return Promise.all(unread.map((head) => this.#look(query, head, after)));
  }

  async #look(
    { accountId, mode, limit }: Looked,
    { stream, lastId }: StreamHead,
    after: EventCursor,
  ): Promise<Stretch> {
    const most = Math.max(rowsMax, limit);
    const rows = await this.#store.findEvents({
      accountId,
      mode,
      after: eventIdOf(stream, after.get(stream) ?? 0),
      before: eventIdOf(stream + 1, 0),
      limit: most,
    });
    const isWhole = rows.length < most;
    const end = isWhole ? Math.max(lastId, rows.at(-1)?.id ?? 0) : (rows.at(-1)?.id ?? lastId);
    return { stream, rows, isWhole, end };
  }
}

type Looked = Pick<PullQuery, 'accountId' | 'mode' | 'limit'>;

/** What a page looks at in one stream. */
type Stretch = {
  readonly stream: number;
  readonly rows: readonly EventHead[];
  /** There is nothing behind it. */
  readonly isWhole: boolean;
  /** The last id that it covers. */
  readonly end: number;
};

/** The earliest of all streams, each stream in its own order, as many as the page takes. */
function choose(stretches: readonly Stretch[], { kinds, limit }: PullQuery, after: EventCursor) {
  const queues = stretches.map(({ rows }) => ({
    rows: rows.filter(({ kind }) => takesKind({ events: kinds }, kind)),
    at: 0,
  }));
  const chosen: EventHead[] = [];
  let bytes = 0;
  while (chosen.length < limit) {
    const queue = earliest(queues);
    const head = queue?.rows[queue.at];
    if (queue === undefined || head === undefined) break;
    bytes += head.bodyBytes;
    if (bytes > bytesMax && chosen.length > 0) break;
    queue.at += 1;
    chosen.push(head);
  }
  const next = new Map(after);
  for (const [place, { stream, end }] of stretches.entries()) {
    // Up to the first one that waits for the next page; else all that was looked at.
    const waiting = queues[place]?.rows[queues[place].at];
    next.set(stream, sequenceOf(waiting === undefined ? end : waiting.id - 1));
  }
  const isLeft = queues.some(({ rows, at }) => at < rows.length);
  return { chosen, next, hasMore: isLeft || stretches.some(({ isWhole }) => !isWhole) };
}

type Queue = { readonly rows: readonly EventHead[]; at: number };

function earliest(queues: readonly Queue[]): Queue | undefined {
  let found: Queue | undefined;
  let atMs = Number.POSITIVE_INFINITY;
  for (const queue of queues) {
    const head = queue.rows[queue.at];
    if (head === undefined || head.createdAtMs >= atMs) continue;
    found = queue;
    atMs = head.createdAtMs;
  }
  return found;
}

function asCursor(heads: readonly StreamHead[]): EventCursor {
  return new Map(heads.map(({ stream, lastId }) => [stream, sequenceOf(lastId)]));
}

/** In any stream. */
function isBefore(cursor: EventCursor, oldest: EventCursor): boolean {
  return [...oldest].some(([stream, sequence]) => (cursor.get(stream) ?? 0) < sequence);
}

/** In each stream the later of the two. */
function latest(cursor: EventCursor, oldest: EventCursor): EventCursor {
  const found = new Map(cursor);
  for (const [stream, sequence] of oldest) {
    found.set(stream, Math.max(found.get(stream) ?? 0, sequence));
  }
  return found;
}

/** The cursor of a reader that has this event, and all before it in its stream. */
export function readUpTo(cursor: EventCursor, eventId: number): EventCursor {
  return new Map(cursor).set(streamOf(eventId), sequenceOf(eventId));
}
