import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { StorageUnavailable } from '#core/unavailable.ts';
import {
  aPart,
  fromPhone,
  longNumber,
  openInboundWorld,
  textsTold,
} from '#test/harness/inbound-world.ts';
import { aPhone } from '#test/harness/sms-world.ts';

suite('a message that comes again', () => {
  test('with the same text is another message', async () => {
    await using world = await openInboundWorld();
    assert.deepEqual(await textsTold(world, fromPhone('Oui'), fromPhone('Oui')), ['Oui', 'Oui']);
  });

  test('because its link broke before the OK left is told once', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    world.service.linkLost(world);
    await world.service.take(world.sms.operator, fromPhone('Oui'), {});
    await world.service.take(world.sms.operator, fromPhone('Oui'), {});
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui', 'Oui']);
  });

  test('long after its OK, or ten minutes after its link broke, is another message', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    world.sms.clock.advance(10_001);
    world.service.linkLost(world);
    await world.service.take(world.sms.operator, fromPhone('Oui'), {});
    assert.equal(world.told.all.length, 2);
    world.service.linkLost({});
    await world.service.take(world.sms.operator, fromPhone('Non'), world);
    world.sms.clock.advance(600_001);
    await world.service.take(world.sms.operator, fromPhone('Non'), {});
    assert.equal(world.told.all.length, 4);
  });
});

function isAway(): Promise<never> {
  return Promise.reject(new StorageUnavailable('away'));
}

suite('a message that another process has stored and may not have answered', () => {
  test('comes again, and is told once', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'), fromPhone('Oui'), fromPhone('Non'));
    const restarted = world.restartedService();
    const link = {};
    const source = { ton: 2, npi: 1, address: aPhone.slice(2) };
    const again = [fromPhone('Oui', { source }), fromPhone('Oui'), fromPhone('Oui')];
    for (const pdu of again) await restarted.take(world.sms.operator, pdu, link);
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui', 'Oui', 'Non', 'Oui']);
  });

  test('is another message where it comes later, or the other one was stored long before the end', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    world.sms.clock.advance(10_001);
    await world.receive(fromPhone('Non'));
    const restarted = world.restartedService();
    const link = {};
    await restarted.take(world.sms.operator, fromPhone('Oui'), link);
    world.sms.clock.advance(10_001);
    await restarted.take(world.sms.operator, fromPhone('Non'), link);
    await restarted.take(world.sms.operator, fromPhone('Oui'), {});
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui', 'Non', 'Oui', 'Non', 'Oui']);
  });

  test('is another message where that process has ended in good order', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    await world.service.ended();
    world.sms.clock.advance(1);
    await world.restartedService().take(world.sms.operator, fromPhone('Oui'), {});
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui', 'Oui']);
  });

  test('is told once also where its link broke before that process ended', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    world.service.linkLost(world);
    await world.service.ended();
    await world.restartedService().take(world.sms.operator, fromPhone('Oui'), {});
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui']);
  });

  test('is not taken while nobody can look, and told once afterwards', async () => {
    await using world = await openInboundWorld();
    await world.receive(fromPhone('Oui'));
    const restarted = world.restartedService();
    const { inbound } = world.sms.storage;
    const standing = { ...inbound };
    Object.assign(inbound, { newestMessages: isAway });
    const link = {};
    await assert.rejects(
      restarted.take(world.sms.operator, fromPhone('Oui'), link),
      StorageUnavailable,
    );
    Object.assign(inbound, standing);
    await restarted.take(world.sms.operator, fromPhone('Oui'), link);
    await world.sms.quiet();
    assert.deepEqual(world.fields('text'), ['Oui']);
  });
});

test('while nothing can be stored nothing is taken, and what comes again is told once', async () => {
  await using world = await openInboundWorld();
  world.sms.away = true;
  for (const pdu of [fromPhone('Oui'), aPart([7, 2, 1], 'a')]) {
    await assert.rejects(world.service.take(world.sms.operator, pdu, {}), StorageUnavailable);
  }
  world.sms.away = false;
  await world.receive(fromPhone('Oui'));
  assert.deepEqual(world.fields('text'), ['Oui']);
});

test('whatever an operator delivers, in any order and as often as it likes, is taken and told once', async () => {
  await using world = await openInboundWorld();
  const octets = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  const header = fc
    .tuple(fc.nat(3), fc.nat(4), fc.nat(5))
    .map(([reference, total, number]) => Buffer.from([5, 0, 3, reference, total, number]));
  const anyPdu = fc.record({
    esmClass: fc.constantFrom(0, 0x40, 0x43, 0x08, 0x7f),
    dataCoding: fc.nat(255),
    shortMessage: fc.tuple(header, octets).map((both) => Buffer.concat(both)),
    from: fc.constantFrom(aPhone, '', '+0', 'INFO'),
    to: fc.constantFrom(longNumber, `+${longNumber}`, '36180', ''),
  });
  const deliver = fc.asyncProperty(fc.array(anyPdu, { maxLength: 12 }), async (pdus) => {
    for (const { from, to, ...fields } of pdus) {
      const source = { ton: 1, npi: 1, address: from };
      const destination = { ton: 1, npi: 1, address: to };
      await world.service.take(
        world.sms.operator,
        fromPhone('', { ...fields, source, destination }),
        world,
      );
    }
  });
  await fc.assert(deliver, { numRuns: 60 });
  world.sms.clock.advance(120_000);
  await world.closeDue();
  await world.sms.quiet();
  assert.deepEqual(await world.sms.storage.inbound.dueGroups(world.sms.clock.nowMs(), 10), []);
  const ids = world.fields('messageId');
  assert.equal(new Set(ids).size, ids.length);
});
