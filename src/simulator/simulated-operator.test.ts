import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import {
  idOf,
  messageTo,
  openSimulatorWorld,
  partOf,
  stateOf,
  take,
  textOf,
} from '#test/harness/simulator-world.ts';
import { isBound, isWaiting, openClient, submitBy } from '#test/harness/smpp-link.ts';
import type { PhoneState, ReportHabit } from './switched-phones.ts';

suite('the simulated operator delivers', () => {
  test('with a receipt of the usual form', async () => {
    await using world = await openSimulatorWorld();
    const outcome = await world.submit('0001');
    assert.ok(outcome.kind === 'answered');
    const [receipt] = await take(world.deliveries, 1);
    assert.ok(receipt !== undefined);
    assert.equal(receipt.esmClass, 0x04);
    assert.equal(receipt.source.address, '33639980001');
    assert.equal(receipt.destination.address, '36180');
    assert.equal(idOf(receipt), outcome.messageId);
    assert.equal(stateOf(receipt), 2);
    assert.match(
      textOf(receipt),
      /^id:\d+ sub:001 dlvrd:001 submit date:\d{10} done date:\d{10} stat:DELIVRD err:000 text:Bonjour$/,
    );
    assert.equal(world.operator.submits, 1);
  });

  test('as somebody has switched the phone', async () => {
    const clock = new HeldClock();
    await using world = await openSimulatorWorld(0.001, clock);
    const untilMs = clock.nowMs() + 3_600_000;
    const phone = '33639980001';
    let taken = 0;
    const words = async (state: PhoneState, count: number, reports: ReportHabit = 'usual') => {
      world.operator.switchPhones([{ phone, state, reports, untilMs }]);
      const outcome = await world.submit('0001');
      clock.advance(200);
      taken += count;
      const all = count === 0 ? [] : await take(world.deliveries, taken);
      const came = all.slice(taken - count).map(stateOf);
      return outcome.kind === 'answered' ? [outcome.status, ...came] : [outcome.kind];
    };
    const [delivered, undelivered, expired, enroute] = [2, 5, 3, 1];
    assert.deepEqual(await words('on', 1), [0, delivered]);
    assert.deepEqual(await words('off', 2), [0, enroute, expired]);
    assert.deepEqual(await words('out of coverage', 2), [0, enroute, delivered]);
    assert.deepEqual(await words('memory full', 1), [0, undelivered]);
    assert.deepEqual(await words('unknown', 1), [0, undelivered]);
    assert.deepEqual(await words('throttled', 0), [0x58]);
    assert.deepEqual(await words('on', 2, 'twice'), [0, delivered, delivered]);
    assert.deepEqual(await words('on', 0, 'never'), [0]);
  });

  test('after one to three seconds', async () => {
    const clock = new HeldClock();
    await using world = await openSimulatorWorld(1, clock);
    await world.submit('0001');
    clock.advance(1_999);
    await world.submit('0115');
    assert.equal(world.deliveries.all.length, 0);
    clock.advance(1);
    await take(world.deliveries, 1);
  });

  test('any other number in the same way, and each id once', async () => {
    await using world = await openSimulatorWorld();
    const outcomes = await Promise.all([world.submit('7777'), world.submit('0002')]);
    const receipts = await take(world.deliveries, 2);
    const ids = outcomes.map((outcome) => outcome.kind === 'answered' && outcome.messageId);
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(new Set(receipts.map(idOf)), new Set(ids));
  });

  test('01: with the receipt in front of the answer', async () => {
    await using world = await openSimulatorWorld();
    const outcome = await world.submit('0101');
    assert.ok(outcome.kind === 'answered');
    assert.deepEqual(
      world.deliveries.all.map(({ message }) => idOf(message)),
      [outcome.messageId],
    );
  });

  test('02 and 03: after 30 seconds and after 3 days, or once its clock is moved', async () => {
    await using world = await openSimulatorWorld(1);
    await Promise.all([world.submit('0102'), world.submit('0103')]);
    assert.equal(world.operator.owed, 2);
    await world.operator.moveClock(30_000);
    await take(world.deliveries, 1);
    await world.operator.moveClock(3 * 86_400_000);
    const receipts = await take(world.deliveries, 2);
    assert.deepEqual(
      receipts.map(({ source }) => source.address),
      ['33639980102', '33639980103'],
    );
  });

  test('04: after an ENROUTE', async () => {
    await using world = await openSimulatorWorld();
    await world.submit('0104', { registeredDelivery: 0x11 });
    const receipts = await take(world.deliveries, 2);
    assert.deepEqual(receipts.map(stateOf), [1, 2]);
    assert.deepEqual(
      receipts.map(({ esmClass }) => esmClass),
      [0x20, 0x04],
    );
  });

  test('05: with the receipt twice', async () => {
    await using world = await openSimulatorWorld();
    await world.submit('0105');
    const [first, second] = await take(world.deliveries, 2);
    assert.deepEqual(first, second);
  });

  test('06: with the receipt on another bind', async () => {
    await using world = await openSimulatorWorld();
    await world.dial('second', { bind: 'rx' });
    await world.submit('0106');
    await take(world.deliveries, 1);
    assert.equal(world.deliveries.all[0]?.on, 'second');
  });

  test('07 and 08: with TLVs only, with an odd text only', async () => {
    await using world = await openSimulatorWorld();
    const tlvsOnly = await world.submit('0107');
    const [first] = await take(world.deliveries, 1);
    assert.ok(first !== undefined && tlvsOnly.kind === 'answered');
    assert.equal(textOf(first), '');
    assert.equal(idOf(first), tlvsOnly.messageId);
    const textOnly = await world.submit('0108');
    const [, second] = await take(world.deliveries, 2);
    assert.ok(second !== undefined && textOnly.kind === 'answered');
    assert.deepEqual(second.tlvs, []);
    assert.match(textOf(second), new RegExp(`STAT:delivrd +Id:${textOnly.messageId} `));
  });

  test('09: with a hexadecimal id in the answer and a decimal one in the receipt', async () => {
    await using world = await openSimulatorWorld();
    const outcome = await world.submit('0109');
    const [receipt] = await take(world.deliveries, 1);
    assert.ok(receipt !== undefined && outcome.kind === 'answered');
    assert.equal(BigInt(`0x${outcome.messageId}`), BigInt(idOf(receipt) ?? ''));
    assert.notEqual(outcome.messageId, idOf(receipt));
  });

  test('42: and replies, part by part, behind the receipt', async () => {
    await using world = await openSimulatorWorld();
    await world.submit('0142');
    const [receipt, ...parts] = await take(world.deliveries, 4);
    assert.equal(receipt?.esmClass, 0x04);
    assert.deepEqual(
      parts.map(({ esmClass, source, shortMessage }) => [
        esmClass,
        source.address,
        shortMessage[5],
      ]),
      [1, 2, 3].map((part) => [0x40, '33639980142', part]),
    );
  });

  test('16: with a receipt for the first part alone', async () => {
    await using world = await openSimulatorWorld();
    const [first] = await Promise.all([
      world.submit('0116', partOf(1)),
      world.submit('0116', partOf(2)),
    ]);
    await world.submit('0001');
    const receipts = await take(world.deliveries, 2);
    assert.ok(first.kind === 'answered');
    assert.deepEqual(
      receipts.map(({ source }) => source.address),
      ['33639980116', '33639980001'],
    );
    assert.equal(idOf(receipts[0] as DeliverSm), first.messageId);
  });
});

suite('the simulated operator does not deliver', () => {
  const states = [
    ['0110', 5, 'UNDELIV'],
    ['0111', 3, 'EXPIRED'],
    ['0112', 8, 'REJECTD'],
    ['0113', 4, 'DELETED'],
    ['0114', 7, 'UNKNOWN'],
  ] as const;
  for (const [digits, state, word] of states) {
    test(`${digits.slice(2)}: ${word}`, async () => {
      await using world = await openSimulatorWorld();
      await world.submit(digits);
      const [receipt] = await take(world.deliveries, 1);
      assert.ok(receipt !== undefined);
      assert.equal(stateOf(receipt), state);
      assert.match(textOf(receipt), new RegExp(`dlvrd:000 .*stat:${word} `));
    });
  }

  test('15: nor does it ever say so; nor where no receipt was asked for', async () => {
    await using world = await openSimulatorWorld();
    await world.submit('0115');
    await world.submit('0001', { registeredDelivery: 0 });
    await world.submit('0001', { registeredDelivery: 2 });
    assert.equal(world.operator.owed, 0);
  });
});

suite('the simulated operator keeps what it owes', () => {
  test('until a bind that receives is there', async () => {
    await using world = await openSimulatorWorld();
    const sender = await world.dial('sender', { bind: 'tx' });
    await world.link.client[Symbol.asyncDispose]();
    await submitBy(sender.client, messageTo('0001'), 1);
    assert.equal(world.operator.owed, 1);
    await world.dial('receiver', { bind: 'rx' });
    await take(world.deliveries, 1);
    assert.equal(world.deliveries.all[0]?.on, 'receiver');
  });

  test('over a restart', async () => {
    await using world = await openSimulatorWorld();
    const { port } = world.operator;
    await world.submit('0102');
    world.link.states.clear();
    await world.operator.stop();
    await world.link.states.next(isWaiting);
    await world.operator.restart();
    assert.equal(world.operator.port, port);
    await world.link.states.next(isBound);
    await take(world.deliveries, 1);
  });

  test('and sends it again when it is refused for now, not when it is refused for good', async () => {
    const clock = new HeldClock();
    await using world = await openSimulatorWorld(0.001, clock);
    world.answers.push(0x64, 0x65);
    await world.submit('0001');
    clock.advance(20);
    await take(world.deliveries, 1);
    await world.submit('0115');
    clock.advance(2_900);
    assert.equal(world.deliveries.all.length, 1);
    await world.submit('0115');
    clock.advance(200);
    await take(world.deliveries, 2);
    await world.submit('0115');
    assert.equal(world.operator.owed, 0);
  });
});

test('the simulated operator takes only the name and password it was given', async () => {
  await using world = await openSimulatorWorld();
  for (const [settings, refusedWith] of [
    [{ systemId: 'OTHER' }, 0x0f],
    [{ password: 'guess' }, 0x0e],
  ] as const) {
    await using link = openClient(new HeldClock(), { port: world.operator.port, ...settings });
    const state = await link.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.refusedWith, refusedWith);
  }
});
