import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { StorageUnavailable } from '#core/unavailable.ts';
import { later, openLinkWorld } from '#test/harness/link-world.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { aPhone } from '#test/harness/sms-world.ts';

const other = phone('33698765432');
const stop = { phone: aPhone, source: 'reply', createdAtMs: atMs } as const;

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
