import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { Job, Owed } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import type { BoundPeer } from '#sms/smpp/server.ts';
import { breakNext } from '#test/harness/break-next.ts';
import { aCustomer } from '#test/harness/customer-records.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { aJob, anEvent, atMs } from '#test/harness/records.ts';
import { Arrivals, isBound, isWaiting, openClient, openServer } from '#test/harness/smpp-link.ts';
import { CustomerDeliveries } from './customer-deliveries.ts';
import { CustomerDirectory } from './customer-directory.ts';
import type {
  CustomerDelivery,
  CustomerDeliveryStore,
  CustomerSettlement,
} from './delivery-store.ts';
import type { SmppUserSettings } from './smpp-user.ts';

const lane = 'customer/1';

function owedText(id: number): Uint8Array {
  const body = { ...blankBody('deliver_sm'), shortMessage: Buffer.from(String(id)) };
  return encodePdu({ command: 'deliver_sm', status: 0, sequence: 0, body });
}

function textOf({ shortMessage }: DeliverSm): number {
  return Number(shortMessage.toString());
}

/** The table, in memory. */
class OwedTable implements CustomerDeliveryStore {
  readonly rows = new Map<number, Owed<CustomerDelivery>>();
  readonly settled = new Arrivals<CustomerSettlement>();

  put(id: number, over: Partial<Job> = {}): OwedEvent {
    const job = aJob({ id, lane, subject: id, orderKey: null, ...over });
    const event = anEvent(id, { body: owedText(id), job });
    this.rows.set(id, { job, load: { eventId: id, body: event.body } });
    return event;
  }

  async dueDeliveries({
    lane: name,
    nowMs,
    limit,
  }: {
    lane: string;
    nowMs: number;
    limit: number;
  }) {
    return [...this.rows.values()]
      .filter(({ job }) => job.lane === name && job.dueAtMs <= nowMs)
      .toSorted((a, b) => a.job.dueAtMs - b.job.dueAtMs || a.job.id - b.job.id)
      .slice(0, limit);
  }

  async jobsInRetry(): Promise<readonly Job[]> {
    return [];
  }

  async settleDeliveries(settlements: readonly CustomerSettlement[]): Promise<void> {
    for (const settlement of settlements) {
      const { job, retry } = settlement;
      const row = this.rows.get(job.id);
      if (retry === undefined || row === undefined) this.rows.delete(job.id);
      else this.rows.set(job.id, { ...row, job: { ...row.job, ...retry } });
      this.settled.add(settlement);
    }
  }
}

type Answer = (pdu: DeliverSm) => Promise<number> | number;

async function setup(
  settings: Partial<SmppUserSettings> = {},
  known = true,
  peers: Clock = systemClock,
) {
  const stack = new AsyncDisposableStack();
  const clock = new HeldClock(atMs);
  const table = new OwedTable();
  const { user, account } = aCustomer(settings);
  const directory = new CustomerDirectory(known ? [{ user, account }] : []);
  const state = { delivers: true, isPaused: false };
  const deliveries = new CustomerDeliveries({
    store: table,
    jobs: {
      lanesWithWork: async (_engine, nowMs) => {
        const [first] = await table.dueDeliveries({ lane, nowMs, limit: 1 });
        return first === undefined ? [] : [{ lane, earliestJobId: first.job.id }];
      },
    },
    directory: () => directory,
    clock,
    random: () => 0.5,
    log: openLog('silent'),
    delivers: () => state.delivers,
    isPaused: () => state.isPaused,
    pollMs: () => 500,
  });
  const attached = new Arrivals<BoundPeer>();
  const server = stack.use(
    await openServer(peers, {
      bound: (peer) => {
        if (peer.mode !== 'tx') deliveries.attach(peer, user);
        attached.add(peer);
      },
      ready: (peer) => deliveries.ready(peer),
      unbound: (peer) => deliveries.detach(peer),
    }),
  );
  stack.use(deliveries);
  deliveries.start();
  async function bind(answer: Answer = () => 0) {
    const delivered = new Arrivals<number>();
    const link = openClient(
      systemClock,
      { port: server.server.port },
      {
        deliver: (pdu) => {
          delivered.add(textOf(pdu));
          return answer(pdu);
        },
      },
    );
    await link.states.next(isBound);
    return { ...link, delivered };
  }
  return {
    clock,
    table,
    deliveries,
    state,
    attached,
    bind,
    /** Lets the poll look, and then the time pass. */
    async pass(ms: number) {
      await turn();
      clock.advance(500);
      await turn();
      clock.advance(ms);
    },
    /** As a commit would: the row, and its offer. */
    owe: (id: number, over: Partial<Job> = {}) => deliveries.offer([table.put(id, over)]),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function outcome({ job, outcome: how, status }: CustomerSettlement) {
  return { id: job.id, how, status };
}

suite('what an SMPP user is owed', () => {
  test('is delivered in order, and settled by the answer 0', async () => {
    await using world = await setup();
    world.table.put(1);
    await using link = await world.bind();
    await link.delivered.next((id) => id === 1);
    world.owe(2);
    await world.table.settled.next(({ job }) => job.id === 2);
    assert.deepEqual(link.delivered.all, [1, 2]);
    assert.deepEqual(world.table.settled.all.map(outcome), [
      { id: 1, how: 'delivered', status: 0 },
      { id: 2, how: 'delivered', status: 0 },
    ]);
    assert.equal(world.table.rows.size, 0);
  });

  test('goes again after a rest where the program fails on it', async () => {
    await using world = await setup();
    await using link = await world.bind();
    using broken = breakNext('customers.delivery');
    world.owe(1);
    await turn();
    assert.deepEqual(broken.failures, ['customers.delivery']);
    assert.deepEqual(link.delivered.all, []);
    assert.equal(world.table.rows.size, 1);
    await world.pass(1_000);
    await world.table.settled.next(({ job }) => job.id === 1);
    assert.deepEqual(link.delivered.all, [1]);
    assert.deepEqual(broken.failures, ['customers.delivery']);
  });

  test('waits in the table while nobody is bound', async () => {
    await using world = await setup();
    world.owe(1);
    assert.equal(world.table.rows.size, 1);
    await using link = await world.bind();
    assert.equal(await link.delivered.next(), 1);
  });

  test('waits while somebody has stopped its lane', async () => {
    await using world = await setup();
    world.state.isPaused = true;
    await using link = await world.bind();
    world.owe(1);
    await turn();
    assert.deepEqual(link.delivered.all, []);
    world.state.isPaused = false;
    world.owe(2);
    await link.delivered.next((id) => id === 2);
    assert.deepEqual(link.delivered.all, [1, 2]);
  });

  test('goes again on the next bind when the link is lost before its answer', async () => {
    await using world = await setup();
    world.table.put(1);
    const never = Promise.withResolvers<number>();
    const first = await world.bind(() => never.promise);
    await first.delivered.next();
    (await world.attached.next()).close();
    await using second = await world.bind();
    assert.equal(await second.delivered.next(), 1);
    await world.table.settled.next();
    assert.deepEqual(world.table.settled.all.map(outcome), [
      { id: 1, how: 'delivered', status: 0 },
    ]);
    never.resolve(0);
    await first[Symbol.asyncDispose]();
  });

  test('that is refused is put off, and the lane rests before it sends the next', async () => {
    await using world = await setup();
    world.table.put(1);
    let code = 0x64;
    await using link = await world.bind(() => code);
    const refused = await world.table.settled.next();
    assert.deepEqual(outcome(refused), { id: 1, how: 'retry', status: 0x64 });
    assert.deepEqual(refused.retry, { attempt: 1, dueAtMs: atMs + 5_000 });
    world.owe(2);
    await turn();
    assert.deepEqual(link.delivered.all, [1]);
    code = 0;
    world.clock.advance(1_000);
    await link.delivered.next((id) => id === 2);
    world.clock.advance(4_500);
    await world.table.settled.next(({ outcome: how, job }) => job.id === 1 && how === 'delivered');
    assert.deepEqual(link.delivered.all, [1, 2, 1]);
  });

  test('of one message keeps its order behind a refusal', async () => {
    await using world = await setup();
    const orderKey = '307/33612345678';
    world.table.put(1, { orderKey });
    let code = 0x64;
    await using link = await world.bind(() => code);
    await world.table.settled.next();
    code = 0;
    world.owe(2, { orderKey });
    world.owe(3);
    world.clock.advance(1_000);
    await world.table.settled.next(({ job }) => job.id === 3);
    assert.deepEqual(link.delivered.all, [1, 3]);
    world.clock.advance(4_500);
    await world.table.settled.next(({ job }) => job.id === 2);
    assert.deepEqual(link.delivered.all, [1, 3, 1, 2]);
  });

  test('takes no more answers on than the user’s window', async () => {
    await using world = await setup({ window: 2 });
    for (const id of [1, 2, 3]) world.table.put(id);
    const answers: ((code: number) => void)[] = [];
    await using link = await world.bind(() => new Promise((resolve) => answers.push(resolve)));
    await link.delivered.next((id) => id === 2);
    await turn();
    assert.deepEqual(link.delivered.all, [1, 2]);
    answers[0]?.(0);
    await link.delivered.next((id) => id === 3);
    for (const answer of answers) answer(0);
    await world.table.settled.next(({ job }) => job.id === 3);
  });

  test('uses all binds of the user in turn', async () => {
    await using world = await setup();
    await using first = await world.bind();
    await using second = await world.bind();
    for (const id of [1, 2, 3, 4]) world.owe(id);
    await world.table.settled.next(({ job }) => job.id === 4);
    assert.equal(first.delivered.all.length, 2);
    assert.equal(second.delivered.all.length, 2);
  });

  test('is left to the process that delivers to the user', async () => {
    await using world = await setup();
    world.state.delivers = false;
    world.table.put(1);
    await using link = await world.bind();
    world.owe(2);
    world.deliveries.ownersChanged();
    await turn();
    assert.deepEqual(link.delivered.all, []);
    world.table.rows.delete(1);
    world.state.delivers = true;
    world.deliveries.ownersChanged();
    assert.equal(await link.delivered.next(), 2);
  });

  test('for longer than it lives is given up, bound or not', async () => {
    await using world = await setup();
    world.table.put(1, { expiresAtMs: atMs });
    await world.pass(60_000);
    const settled = await world.table.settled.next();
    assert.deepEqual(outcome(settled), { id: 1, how: 'expired', status: 0 });
    world.table.put(2, { expiresAtMs: atMs });
    await using link = await world.bind();
    await world.table.settled.next(({ job }) => job.id === 2);
    assert.deepEqual(link.delivered.all, []);
  });

  test('is dropped once there is no such user', async () => {
    await using world = await setup({}, false);
    world.table.put(1);
    await world.pass(60_000);
    assert.deepEqual(outcome(await world.table.settled.next()), {
      id: 1,
      how: 'dropped',
      status: 0,
    });
  });

  test('by thousands is read from the table a thousand at a time', async () => {
    await using world = await setup();
    for (let id = 1; id <= 3_500; id += 1) world.table.put(id);
    await using link = await world.bind();
    await world.table.settled.next(({ job }) => job.id === 3_500);
    assert.deepEqual(
      link.delivered.all,
      Array.from({ length: 3_500 }, (_, index) => index + 1),
    );
  });

  test('to a customer who never answers is bounded, and goes to its next bind', async () => {
    const peers = new HeldClock();
    await using world = await setup({ window: 20 }, true, peers);
    for (let id = 1; id <= 500; id += 1) world.table.put(id);
    const never = Promise.withResolvers<number>();
    const silent = await world.bind(() => never.promise);
    await silent.delivered.next((id) => id === 20);
    await turn();
    assert.equal(silent.delivered.all.length, 20);
    // Whether a response or only a sign of life is missing: the link is of no use.
    for (let second = 0; second < 125; second += 1) peers.advance(1_000);
    await silent.states.next(isWaiting);
    never.resolve(0);
    await silent[Symbol.asyncDispose]();
    await using link = await world.bind();
    world.clock.advance(5_500);
    for (const id of [1, 20, 21, 500]) await link.delivered.next((delivered) => delivered === id);
    await world.table.settled.next(({ job, outcome: how }) => job.id === 20 && how === 'delivered');
  });
});
