import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import { leaderLoop } from '#queue/leader-job.ts';
import {
  aPhone,
  aReceiptPdu,
  openSmsWorld,
  type SmsWorld,
  type SmsWorldOptions,
} from '#test/harness/sms-world.ts';
import { claimer, maintenance, sweep } from './maintenance.ts';

const hourMs = 3_600_000;

/** Messages that the operator took an instant ago, under the ids 0, 1, 2 … */
async function openSubmitted(count: number, options: SmsWorldOptions = {}): Promise<SmsWorld> {
  const world = await openSmsWorld({ balance: 1_000_000_000, ...options });
  await Promise.all(Array.from({ length: count }, () => world.sent()));
  await Promise.all(world.offered.map((_, index) => submit(world, index)));
  return world;
}

async function submit(world: SmsWorld, index: number): Promise<void> {
  const { job } = must(world.offered[index], 'part');
  await world.opened.facts.submitted({
    submittedPartId: await world.opened.ids['submitted part'].taken(),
    job,
    operatorId: world.operator.id,
    remoteId: `${index}`,
    phone: aPhone,
    submittedAtMs: world.clock.nowMs(),
    awaitsReport: true,
    intended: false,
  });
}

function portsOf(world: SmsWorld) {
  const { receipts, directory } = world.opened;
  const { clock, log } = world;
  return { store: world.storage.messages, receipts, directory: () => directory, clock, log };
}

suite('a sweep', () => {
  test('gives up a part whose report never came, after 72 hours and not before', async () => {
    await using world = await openSubmitted(1);
    world.clock.advance(72 * hourMs);
    await sweep(portsOf(world));
    assert.deepEqual(world.told.all, []);
    world.clock.advance(1);
    await sweep(portsOf(world));
    assert.deepEqual(
      world.told.all.map(({ status }) => status),
      ['not delivered'],
    );
    assert.equal((await world.logged('receipts.overdue'))['parts'], 1);
  });

  test('gives up earlier where the operator’s settings say so', async () => {
    await using world = await openSubmitted(1, { settings: { receiptTimeoutHours: 2 } });
    world.clock.advance(2 * hourMs + 1);
    await sweep(portsOf(world));
    assert.equal(world.told.all.length, 1);
  });

  test('gives up all that are overdue, however many, each once', async () => {
    await using world = await openSubmitted(600);
    world.clock.advance(72 * hourMs + 1);
    await sweep(portsOf(world));
    await sweep(portsOf(world));
    assert.equal(world.told.all.length, 600);
    assert.equal((await world.logged('receipts.overdue'))['parts'], 600);
  });

  test('leaves alone what was reported, and a report after it changes nothing', async () => {
    await using world = await openSubmitted(2);
    const { receipts } = world.opened;
    await receipts.take(world.operator, aReceiptPdu({ id: '0' }));
    world.clock.advance(72 * hourMs + 1);
    await sweep(portsOf(world));
    assert.equal(await receipts.take(world.operator, aReceiptPdu({ id: '1' })), 0);
    assert.deepEqual(
      world.told.all.map(({ status }) => status),
      ['delivered', 'not delivered'],
    );
  });

  test('claims receipts whose submit did not live to claim them', async () => {
    await using world = await openSmsWorld();
    const { messageId } = await world.sent();
    await world.opened.receipts.take(world.operator, aReceiptPdu({ id: '0' }));
    // The process ends between the commit and what it would have done next.
    await submit(world, 0);
    assert.equal(await world.state(messageId), 'waiting');
    await sweep(portsOf(world));
    assert.equal(await world.state(messageId), 'delivered');
    assert.deepEqual(await world.storage.messages.claimableReceipts(10), []);
  });

  test('looks at thousands of strange receipts some at a time, and finds the one behind them', async () => {
    await using world = await openSmsWorld();
    const { messageId } = await world.sent();
    const { receipts } = world.opened;
    const strange = Array.from({ length: 4_100 }, (_, id) => aReceiptPdu({ id: `strange-${id}` }));
    await Promise.all(strange.map((pdu) => receipts.take(world.operator, pdu)));
    await receipts.take(world.operator, aReceiptPdu({ id: '0' }));
    await submit(world, 0);
    const ports = portsOf(world);
    let [looks, turns] = [0, 0];
    const store = {
      ...ports.store,
      claimableReceipts: (...[limit, span]: Parameters<typeof ports.store.claimableReceipts>) => {
        looks += 1;
        setImmediate(() => {
          turns += 1;
        });
        return ports.store.claimableReceipts(limit, span);
      },
    };
    await sweep({ ...ports, store });
    assert.deepEqual([looks, turns], [3, 3], 'what else waits comes between two looks');
    assert.equal(await world.state(messageId), 'delivered');
  });

  test('forgets receipts that nobody claimed in a week, all of them', async () => {
    await using world = await openSmsWorld();
    const { receipts } = world.opened;
    await Promise.all(
      Array.from({ length: 600 }, (_, id) =>
        receipts.take(world.operator, aReceiptPdu({ id: `${id}` })),
      ),
    );
    world.clock.advance(7 * 24 * hourMs);
    await sweep(portsOf(world));
    assert.equal(
      world.lines.all.filter((line) => line['event'] === 'receipts.forgotten').length,
      0,
    );
    world.clock.advance(1);
    await sweep(portsOf(world));
    assert.equal((await world.logged('receipts.forgotten'))['receipts'], 600);
  });

  test('forgets the replies of a day ago, all of them', async () => {
    await using world = await openSmsWorld({ balance: 1_000_000_000 });
    const keys = Array.from({ length: 600 }, (_, key) => ({ key: `${key}`, fingerprint: '' }));
    await Promise.all(keys.map((idempotency) => world.sent({ idempotency })));
    world.clock.advance(24 * hourMs + 1);
    await sweep(portsOf(world));
    assert.equal(await world.storage.messages.forgetReplies(world.clock.nowMs() + 1, 10), 0);
  });
});

test('what two processes stored past each other is claimed within seconds, by the one whose part it is', async () => {
  await using world = await openSmsWorld();
  const { messageId } = await world.sent();
  await world.opened.receipts.take(world.operator, aReceiptPdu({ id: '0' }));
  await submit(world, 0);
  const mine = { is: false };
  const job = claimer({ ...portsOf(world), isShared: () => true });
  await using loop = leaderLoop(job, { ...portsOf(world), isLeader: () => mine.is });
  loop.start();
  await world.quiet();
  assert.equal(await world.state(messageId), 'waiting');
  mine.is = true;
  world.clock.advance(2_000);
  await world.told.next(({ status }) => status === 'delivered');
});

test('a receipt that came before its submit is claimed by the next start, where the process died between the two', async () => {
  await using world = await openSmsWorld();
  const { messageId } = await world.sent();
  await world.opened.receipts.take(world.operator, aReceiptPdu({ id: '0' }));
  await submit(world, 0);
  const ports = portsOf(world);
  const job = claimer({ ...ports, isShared: () => false });
  await using loop = leaderLoop(job, { ...ports, isLeader: () => true });
  loop.start();
  assert.equal(await world.state(messageId), 'waiting');
  world.clock.advance(2_000);
  await world.told.next(({ status }) => status === 'delivered');
});

test('the sweeper comes round every minute, though the storage was away', async () => {
  await using world = await openSubmitted(1);
  world.clock.advance(72 * hourMs + 1);
  world.away = true;
  const ports = portsOf(world);
  await using loop = leaderLoop(maintenance(ports), { ...ports, isLeader: () => true });
  loop.start();
  await world.logged('loop.failed');
  world.away = false;
  await turn();
  world.clock.advance(60_000);
  const { status } = await world.told.next();
  assert.equal(status, 'not delivered');
});
