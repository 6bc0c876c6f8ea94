/** Events as they cross from the thread that stores them to the one that delivers them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { onBoundaryFailure } from '#core/boundary.ts';
import { nextTurn } from '#core/turns.ts';
import { eventIdOf } from '#model/event-ids.ts';
import type { Owed } from '#queue/job.ts';
import { jobsOf, type OwedEvent } from '#queue/owed-event.ts';
import { until } from '#test/harness/pause.ts';
import { oweDeliveries } from '#webhooks/owed-delivery.ts';
import type { Delivery } from '#webhooks/webhook-store.ts';
import { EventIntake } from './event-intake.ts';
import { EventSender } from './event-sender.ts';
import { makeSharedRing } from './shared-ring.ts';

const atMs = 1_795_265_051_000;
const stream = 3;

type Wish = Partial<OwedEvent> & { readonly endpointIds?: readonly number[] };

/** The n-th of a stream, as it is stored. */
function eventOf(n: number, { endpointIds = [7], ...more }: Wish = {}): OwedEvent {
  const id = eventIdOf(stream, n);
  const orderKey = more.orderKey ?? `${n}/33639980001`;
  let jobId = n * 10;
  const owed = oweDeliveries({ endpointIds, orderKey, atMs }, { nextJobId: () => jobId++ });
  const ofEvent = <Job extends object>(job: Job) => ({ ...job, subject: id });
  return {
    id,
    accountId: 1,
    kind: 'dlr',
    orderKey,
    url: null,
    body: Buffer.from(`{"status":"delivered","msgId":"${n}"}`),
    createdAtMs: atMs,
    test: false,
    ...more,
    job: owed.job && ofEvent(owed.job),
    ...(owed.copies !== undefined && { copies: owed.copies.map(ofEvent) }),
  };
}

function openHandOver() {
  const ring = makeSharedRing();
  const { port1, port2 } = new MessageChannel();
  const hinted: string[] = [];
  const sender = new EventSender({
    line: { ring, wake: port1 },
    hint: (lanes) => void hinted.push(...lanes),
  });
  const intake = new EventIntake([{ ring, wake: port2 }]);
  const offered: OwedEvent[] = [];
  const heard: string[] = [];
  const engine = {
    offer: (events: readonly OwedEvent[]) => void offered.push(...events),
    hint: (lane: string) => void heard.push(`${lane} behind ${offered.length}`),
  };
  const rows: Owed<Delivery>[] = [];
  const store = intake.watching({ dueDeliveries: () => Promise.resolve(rows) });
  return {
    hinted,
    offered,
    heard,
    engine,
    start: () => intake.start(engine),
    async send(...events: readonly OwedEvent[]): Promise<void> {
      sender.send(events);
      await nextTurn();
    },
    /** A lane reads these from its table. */
    async read(...events: readonly OwedEvent[]): Promise<void> {
      const owed = events.flatMap((event) =>
        jobsOf(event).map((job) => ({ job, load: { ...event, eventId: event.id } })),
      );
      rows.splice(0, rows.length, ...owed);
      await store.dueDeliveries();
    },
    arrived: (count: number) => until(async () => (offered.length >= count ? offered : undefined)),
    [Symbol.dispose]: () => intake[Symbol.dispose](),
  };
}

suite('events handed to another thread', () => {
  test('arrive as they were stored, with all that they owe', async () => {
    using handOver = openHandOver();
    handOver.start();
    const events = [
      eventOf(1),
      eventOf(2, { endpointIds: [7, 9, 12], url: 'https://acme.example/é?a=1', test: true }),
      eventOf(3, { kind: 'reply.long', orderKey: '36180/Zoé 🎈', body: Buffer.from([0, 255, 10]) }),
      eventOf(4, { body: Buffer.alloc(0) }),
    ];
    await handOver.send(...events);
    const arrived = await handOver.arrived(4);
    assert.deepEqual(arrived, events);
    assert.deepEqual(handOver.hinted, []);
  });

  test('wait for a thread that has not begun yet', async () => {
    using handOver = openHandOver();
    await handOver.send(eventOf(1));
    await handOver.send(eventOf(2));
    handOver.start();
    assert.equal((await handOver.arrived(2)).length, 2);
  });

  test('that no endpoint wants, or an SMPP user alone, do not cross', async () => {
    using handOver = openHandOver();
    handOver.start();
    const { job, ...event } = eventOf(2);
    assert.ok(job !== null);
    await handOver.send(eventOf(1, { endpointIds: [] }), {
      ...event,
      job: { ...job, lane: 'customer/5' },
    });
    await handOver.send(eventOf(3));
    assert.deepEqual(await handOver.arrived(1), [eventOf(3)]);
  });

  test('that were read from the table first are not delivered again', async () => {
    using handOver = openHandOver();
    handOver.start();
    const [one, two, three] = [eventOf(1), eventOf(2, { endpointIds: [7, 9] }), eventOf(3)];
    await handOver.read(one);
    // Of the second one only the first delivery was read.
    await handOver.read({ ...two, copies: [] });
    await handOver.send(one, two, three);
    const arrived = await handOver.arrived(3);
    assert.deepEqual(
      arrived.map((event) => jobsOf(event).map(({ id }) => id)),
      [[], [21], [30]],
    );
  });

  test('that were handed over are not remembered when the table is read', async () => {
    using handOver = openHandOver();
    handOver.start();
    await handOver.send(eventOf(1));
    await handOver.arrived(1);
    await handOver.read(eventOf(1));
    await handOver.send(eventOf(1));
    assert.equal(jobsOf((await handOver.arrived(2))[1] as OwedEvent).length, 1);
  });

  test('past what memory holds are told as lanes to read, before what comes after them', async () => {
    using handOver = openHandOver();
    const large = { body: Buffer.alloc(200_000) };
    for (let n = 1; n <= 10; n += 1) await handOver.send(eventOf(n, large));
    assert.ok(handOver.hinted.length >= 4);
    handOver.start();
    const came = (await handOver.arrived(4)).length;
    assert.equal(came + handOver.hinted.length, 10);
    await handOver.send(eventOf(11));
    await handOver.arrived(came + 1);
    assert.deepEqual(handOver.heard, [`webhook/7 behind ${came}`]);
  });

  test('that are larger than anything that crosses are read from the table', async () => {
    using handOver = openHandOver();
    handOver.start();
    await handOver.send(eventOf(1, { body: Buffer.alloc(1_000_000) }), eventOf(2));
    await handOver.arrived(1);
    assert.deepEqual([handOver.hinted, handOver.heard], [['webhook/7'], ['webhook/7 behind 0']]);
  });

  test('go on behind a fault of the engine', async () => {
    const told: string[] = [];
    using _ = onBoundaryFailure(({ boundary }) => void told.push(boundary));
    using handOver = openHandOver();
    handOver.start();
    const { offer } = handOver.engine;
    handOver.engine.offer = () => {
      handOver.engine.offer = offer;
      throw new Error('broken');
    };
    await handOver.send(eventOf(1));
    await until(async () => (told.length > 0 ? true : undefined));
    await handOver.send(eventOf(2));
    assert.deepEqual(await handOver.arrived(1), [eventOf(2)]);
    assert.deepEqual(told, ['threads.events']);
  });
});
