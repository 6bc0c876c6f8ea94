import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { StorageUnavailable } from '#core/unavailable.ts';
import {
  aPart,
  fromPhone,
  type InboundWorld,
  openInboundWorld,
  shortNumber,
} from '#test/harness/inbound-world.ts';
import { aPhone } from '#test/harness/sms-world.ts';

const toShort = { destination: { ton: 3, npi: 0, address: shortNumber } };

function listed(world: InboundWorld, accountId: number) {
  return world.sms.opened.stops.stopped(accountId, [aPhone]);
}

suite('STOP', () => {
  const stop = fromPhone('Stop', toShort);
  test('puts the phone on the list of the account, and drops what waits for it', async () => {
    await using world = await openInboundWorld();
    const { id } = world.sms.account;
    await world.addShortNumber(id);
    await world.receive(stop, stop);
    assert.deepEqual(await listed(world, id), [aPhone]);
    assert.deepEqual(world.stopped, [`${id} ${aPhone}`, `${id} ${aPhone}`]);
    const [entry, ...others] = await world.sms.storage.stops.listStops(id, 0, 10);
    assert.deepEqual([entry?.source, others], ['reply', []]);
  });

  test('on a long number counts as well, and is told in its form', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('STOP'));
    assert.deepEqual(await listed(world, world.sms.account.id), [aPhone]);
    assert.deepEqual([world.fields('keyword'), world.fields('type')], [['STOP'], ['text']]);
  });

  test('that comes in parts counts', async () => {
    await using world = await openInboundWorld();
    await world.receive(aPart([7, 2, 2], 'OP'), aPart([7, 2, 1], 'ST'));
    assert.deepEqual(await listed(world, world.sms.account.id), [aPhone]);
  });

  test('nobody can be found for closes the number for all its accounts', async () => {
    await using world = await openInboundWorld();
    const { id } = world.sms.account;
    const another = await world.sms.anotherAccount();
    await world.addShortNumber(id, another.id);
    await world.receive(stop);
    assert.deepEqual(world.told.all, []);
    assert.deepEqual(await listed(world, id), [aPhone]);
    assert.deepEqual(await listed(world, another.id), [aPhone]);
  });

  test('is taken back by START', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    await world.receive(stop, fromPhone('start', toShort));
    assert.deepEqual(await listed(world, world.sms.account.id), []);
    assert.deepEqual(world.fields('type'), ['stop', 'response']);
  });

  test('is not taken while the list cannot be written', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    world.sms.away = true;
    await assert.rejects(world.service.take(world.sms.operator, stop, {}), StorageUnavailable);
    world.sms.away = false;
    await world.receive(stop);
    assert.deepEqual(world.fields('type'), ['stop']);
  });

  test('of something that is no phone changes no list', async () => {
    await using world = await openInboundWorld();
    const source = { ton: 5, npi: 0, address: 'INFO' };
    await world.receive(fromPhone('STOP', { source }));
    assert.equal(await world.sms.storage.stops.countStops(world.sms.account.id), 0);
  });
});
