/** Events' storage in memory, in which a test commits and forgets in whatever order it likes. */
import { eventIdOf, streamOf } from '#model/event-ids.ts';
import type { EventHead, EventSpan, EventStore, StreamHead } from '#webhooks/pull/event-store.ts';

export type StoredEvent = Omit<EventHead, 'bodyBytes'> & {
  readonly accountId: number;
  readonly body: Uint8Array;
};

export class MemoryEvents implements EventStore {
  readonly events: StoredEvent[] = [];
  readonly streams = new Set<number>();
  readonly #forgotten = new Map<number, number>();
  /** Called before each answer: what others do in between. */
  between: () => void = () => undefined;

  async addEvents(events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) this.commit(event);
  }

  commit(event: StoredEvent): void {
    this.streams.add(streamOf(event.id));
    this.events.push(event);
    this.events.sort((a, b) => a.id - b.id);
  }

  /** The first event of a stream goes. */
  forgetFirst(stream: number): StoredEvent | undefined {
    const at = this.events.findIndex(({ id }) => streamOf(id) === stream);
    const [event] = at < 0 ? [] : this.events.splice(at, 1);
    if (event !== undefined) this.#forgotten.set(stream, event.id);
    return event;
  }

  async listStreams(): Promise<readonly StreamHead[]> {
    this.between();
    return [...this.streams].map((stream) => ({
      stream,
      lastId: this.#within(eventIdOf(stream, 0), eventIdOf(stream + 1, 0)).at(-1)?.id ?? 0,
    }));
  }

  async listForgotten(): Promise<readonly StreamHead[]> {
    this.between();
    return [...this.#forgotten].map(([stream, lastId]) => ({ stream, lastId }));
  }

  async findEvents({ accountId, after, before, limit }: EventSpan): Promise<readonly EventHead[]> {
    this.between();
    return this.#within(after, before)
      .filter((event) => event.accountId === accountId)
      .slice(0, limit)
      .map(({ id, kind, orderKey, createdAtMs, test, body }) => {
        return { id, kind, orderKey, createdAtMs, test, bodyBytes: body.length };
      });
  }

  async findBodies(eventIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    this.between();
    const asked = new Set(eventIds);
    return new Map(this.events.filter(({ id }) => asked.has(id)).map(({ id, body }) => [id, body]));
  }

  async findAccounts({
    after,
    before,
    limit,
  }: Omit<EventSpan, 'accountId'>): Promise<readonly number[]> {
    return this.#within(after, before)
      .slice(0, limit)
      .map(({ accountId }) => accountId);
  }

  #within(after: number, before: number): StoredEvent[] {
    return this.events.filter(({ id }) => id > after && id < before);
  }
}

/** Event `sequence` of a stream: it says its own id. */
export function storedEvent(
  stream: number,
  sequence: number,
  over: Partial<StoredEvent> = {},
): StoredEvent {
  const id = eventIdOf(stream, sequence);
  const body = Buffer.from(`{"id":${id}}`);
  const orderKey = `${sequence}/33639980001`;
  return {
    id,
    accountId: 1,
    kind: 'dlr',
    orderKey,
    createdAtMs: sequence,
    test: false,
    body,
    ...over,
  };
}
