import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { StorageUnavailable } from '#core/unavailable.ts';
import { type LinkWorld, later, openLinkWorld, silent } from '#test/harness/link-world.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { aPhone } from '#test/harness/sms-world.ts';
import { StoppedWaits } from './stopped-waits.ts';

const other = phone('33698765432');
const stop = { phone: aPhone, source: 'reply', createdAtMs: atMs } as const;

/** What looks through the table, as a process has it that sweeps. */
function openWaits({ sms, engine }: LinkWorld): StoppedWaits {
  const { clock, log, storage } = sms;
  const { facts, reports } = sms.enginePorts({ holds: () => true });
  const store = storage.jobs;
  const waits = new StoppedWaits({
    store,
    stops: sms.opened.stops,
    engine,
    facts,
    reports,
    isMine: () => true,
    clock,
    log,
  });
  waits.start();
  return waits;
}

suite('what waits for a phone that says STOP', () => {
  test('does not go, is told, and is paid back: the others go', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 1 } });
    const { sms, engine } = world;
    const accountId = sms.account.id;
    await world.send({ text: 'gone already' });
    const first = await world.smsc.submits.next();
    const waiting = await world.send({ text: 'a'.repeat(400), phones: [aPhone, other] });
    const balance = await sms.balance();
    await sms.opened.stops.add({ ...stop, accountId });
    engine.dropStopped(accountId, aPhone);
    await sms.told.next();
    await sms.quiet();
    assert.equal(await sms.state(waiting.messageId), 'not delivered');
    assert.equal(await sms.balance(), balance + 120_000);
    first.answer({ status: 0, body: { messageId: '1', tlvs: [] } });
    const { pdu } = await world.smsc.submits.next(({ n }) => n === 2);
    assert.equal(pdu.destination.address, other);
    await sms.quiet();
    assert.equal(engine.waiting().parts, 3);
  });

  test('of another account goes', async () => {
    await using world = await openLinkWorld();
    await world.sms.opened.stops.add({ ...stop, accountId: 99 });
    world.engine.dropStopped(99, aPhone);
    await world.send();
    assert.equal((await world.smsc.submits.next()).n, 1);
  });

  test('in the table is found when its time has come', async () => {
    await using world = await openLinkWorld();
    const { messageId } = await world.send({ scheduledAtMs: atMs + 10_000 });
    await world.sms.opened.stops.add({ ...stop, accountId: world.sms.account.id });
    world.engine.dropStopped(world.sms.account.id, aPhone);
    world.clock.advance(10_000);
    await world.sms.told.next();
    assert.equal(await world.sms.state(messageId), 'not delivered');
    assert.equal(await world.sms.balance(), 1_000_000);
    assert.equal(world.smsc.submits.all.length, 0);
  });

  test('waits while nobody can tell', async () => {
    await using world = await openLinkWorld();
    await world.send({ scheduledAtMs: atMs + 1_000 });
    // A process that has not read the list yet.
    const { stops } = world.sms.opened;
    const { promise, reject } = Promise.withResolvers<boolean>();
    const known = stops.isStopped.bind(stops);
    stops.isStopped = () => promise;
    world.clock.advance(1_500);
    await world.sms.quiet();
    stops.isStopped = known;
    world.sms.away = true;
    reject(new StorageUnavailable('away'));
    await world.sms.logged('storage.awaited');
    assert.equal(world.smsc.submits.all.length, 0);
    world.sms.away = false;
    world.clock.advance(1_000);
    assert.equal((await world.smsc.submits.next()).n, 1);
  });
});

suite('what waits in the table for a phone that says STOP', () => {
  const nextMonth = atMs + 30 * 24 * 3_600_000;

  test('is told and paid back before its time, and what waits for others stays', async () => {
    await using world = await openLinkWorld();
    await using waits = openWaits(world);
    const { sms } = world;
    const text = 'a'.repeat(400);
    const sent = await world.send({ text, phones: [aPhone, other], scheduledAtMs: nextMonth });
    const balance = await sms.balance();
    await sms.opened.stops.add({ ...stop, accountId: sms.account.id });
    waits.note(sms.account.id, aPhone);
    world.clock.advance(1_000);
    await sms.told.next();
    await sms.quiet();
    assert.equal(await sms.state(sent.messageId), 'not delivered');
    assert.equal(await sms.state(sent.messageId, other), 'waiting');
    assert.equal(await sms.balance(), balance + 120_000);
    assert.equal(world.engine.waiting().parts, 3);
    assert.deepEqual(
      sms.told.all.map(({ phone: to }) => to),
      [aPhone],
    );
  });

  test('of another account stays, and so does all where a START has followed', async () => {
    await using world = await openLinkWorld();
    await using waits = openWaits(world);
    const { sms } = world;
    const { messageId } = await world.send({ scheduledAtMs: nextMonth });
    waits.note(sms.account.id, aPhone);
    waits.note(99, aPhone);
    world.clock.advance(1_000);
    await sms.quiet();
    assert.equal(await sms.state(messageId), 'waiting');
  });

  test('is left alone while it is with the operator, whose answer counts', async () => {
    await using world = await openLinkWorld({ script: silent });
    await using waits = openWaits(world);
    const { sms } = world;
    const { messageId } = await world.send();
    await world.smsc.submits.next();
    await sms.opened.stops.add({ ...stop, accountId: sms.account.id });
    waits.note(sms.account.id, aPhone);
    world.clock.advance(1_000);
    await sms.logged('stop.waiting_refused');
    await sms.quiet();
    assert.equal(await sms.state(messageId), 'waiting');
    assert.equal(await sms.balance(), 960_000);
  });

  test('is looked for again when the storage is back', async () => {
    await using world = await openLinkWorld();
    await using waits = openWaits(world);
    const { sms } = world;
    const { messageId } = await world.send({ scheduledAtMs: nextMonth });
    await sms.opened.stops.add({ ...stop, accountId: sms.account.id });
    const { jobs: store } = sms.storage;
    const standing = { ...store };
    Object.assign(store, { partLanes: () => Promise.reject(new StorageUnavailable('away')) });
    waits.note(sms.account.id, aPhone);
    world.clock.advance(1_000);
    await sms.logged('loop.failed');
    Object.assign(store, standing);
    world.clock.advance(1_000);
    await sms.told.next();
    assert.equal(await sms.state(messageId), 'not delivered');
  });
});
