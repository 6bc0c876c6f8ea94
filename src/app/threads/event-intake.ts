/**
 * Takes the events that other threads hand over, in the order in which each stored them. A lane may have read such a
 * row from the table before it is handed over, and may have delivered it by then: that delivery is not made again.
 */
import { boundary } from '#core/boundary.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import { streamOf } from '#model/event-ids.ts';
import type { Owed } from '#queue/job.ts';
import { jobsOf, type OwedEvent } from '#queue/owed-event.ts';
import { laneOfEndpoint } from '#webhooks/owed-delivery.ts';
import type { Delivery, WebhookStore } from '#webhooks/webhook-store.ts';
import type { EventLine } from './event-sender.ts';
import { type Gap, unpack } from './packed-events.ts';
import { RingReader } from './shared-ring.ts';

type Engine = {
  offer(events: readonly OwedEvent[]): void;
  hint(lane: string): void;
};

const handed = boundary('threads.events', 'thread');

/** Rows that were read before they were handed over. Past it one is posted twice, if its thread is that late. */
const aheadMax = 20_000;

export class EventIntake implements Disposable {
  readonly #lines: readonly EventLine[];
  /** Of each stream the last id that was handed over. */
  readonly #lastIds = new Map<number, number>();
  /** Jobs that were read first. */
  readonly #ahead = new BoundedMap<number, true>(aheadMax);

  constructor(lines: readonly EventLine[]) {
    this.#lines = lines;
  }

  /** The same store, of which is known what was read. */
  watching<Store extends Pick<WebhookStore, 'dueDeliveries'>>(store: Store): Store {
    if (this.#lines.length === 0) return store;
    return {
      ...store,
      dueDeliveries: async (query: Parameters<WebhookStore['dueDeliveries']>[0]) => {
        const rows = await store.dueDeliveries(query);
        for (const row of rows) this.#noteRead(row);
        return rows;
      },
    };
  }

  start(engine: Engine): void {
    for (const line of this.#lines) {
      const reader = new RingReader(line.ring);
      const take: () => void = handed.guard(
        () => this.#take(reader, engine),
        // What failed is over; the rest is taken.
        () => void setImmediate(take),
      );
      line.wake.on('message', take);
      take();
    }
  }

  [Symbol.dispose](): void {
    for (const { wake } of this.#lines) wake.close();
  }

  #noteRead({ job, load }: Owed<Delivery>): void {
    if (job.attempt > 0) return;
    if (load.eventId <= (this.#lastIds.get(streamOf(load.eventId)) ?? 0)) return;
    this.#ahead.set(job.id, true);
  }

  #take(reader: RingReader, engine: Engine): void {
    let events: OwedEvent[] = [];
    const offer = (): void => {
      if (events.length > 0) engine.offer(events);
      events = [];
    };
    try {
      reader.drain((views, at) => {
        const taken = unpack(views, at);
        if ('lastId' in taken) {
          offer();
          this.#closeGap(taken, engine);
        } else {
          this.#lastIds.set(streamOf(taken.id), taken.id);
          events.push(this.#unread(taken));
        }
      });
    } finally {
      offer();
    }
  }

  #closeGap({ lastId, endpointIds }: Gap, engine: Engine): void {
    this.#lastIds.set(streamOf(lastId), lastId);
    for (const endpointId of endpointIds) engine.hint(laneOfEndpoint(endpointId));
  }

  /** Without the deliveries that were read. */
  #unread(event: OwedEvent): OwedEvent {
    const jobs = jobsOf(event);
    const unread = jobs.filter(({ id }) => this.#ahead.get(id) === undefined);
    if (unread.length === jobs.length) return event;
    for (const { id } of jobs) this.#ahead.delete(id);
    const [job = null, ...copies] = unread;
    return { ...event, job, copies };
  }
}
