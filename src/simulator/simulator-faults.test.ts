import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { tag, textTlv } from '#sms/smpp/tlv.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { messageTo, openSimulatorWorld, take } from '#test/harness/simulator-world.ts';
import { isBound, isWaiting, submitBy } from '#test/harness/smpp-link.ts';

suite('the simulated operator refuses', () => {
  const always = [
    ['0120', 0x0b],
    ['0121', 0x0a],
    ['0125', 0x45],
    ['0126', 0x451],
  ] as const;
  for (const [digits, status] of always) {
    test(`${digits.slice(2)}: with 0x${status.toString(16)}`, async () => {
      await using world = await openSimulatorWorld();
      const outcome = await world.submit(digits);
      assert.deepEqual(outcome, { kind: 'answered', status, messageId: '', tlvs: [] });
      assert.equal(world.operator.owed, 0);
    });
  }

  const atFirst = [
    ['0123', [0x14, 0x14, 0x14, 0]],
    ['0124', [0x08, 0]],
    ['0127', [0x64, 0x64, 0]],
  ] as const;
  for (const [digits, wanted] of atFirst) {
    test(`${digits.slice(2)}: at first, and each message anew`, async () => {
      await using world = await openSimulatorWorld();
      for (const text of ['one', 'two', 'one']) {
        const statuses: unknown[] = [];
        for (let count = 0; count < wanted.length; count++) {
          const outcome = await world.submit(digits, { shortMessage: Buffer.from(text) });
          statuses.push(outcome.kind === 'answered' && outcome.status);
        }
        assert.deepEqual(statuses, wanted);
      }
    });
  }

  test('22: with 0x58 for ten seconds', async () => {
    const clock = new HeldClock();
    await using world = await openSimulatorWorld(1, clock);
    const statuses: unknown[] = [];
    for (const afterMs of [0, 5_000, 4_999, 1]) {
      clock.advance(afterMs);
      const outcome = await world.submit('0122');
      statuses.push(outcome.kind === 'answered' && outcome.status);
    }
    assert.deepEqual(statuses, [0x58, 0x58, 0x58, 0]);
  });

  test('35: with a generic_nack', async () => {
    await using world = await openSimulatorWorld();
    const outcome = await world.submit('0135');
    assert.deepEqual(outcome, { kind: 'answered', status: 3, messageId: '', tlvs: [] });
  });
});

suite('the simulated operator misbehaves', () => {
  test('31: answers after 90 seconds', async () => {
    const clock = new HeldClock();
    await using world = await openSimulatorWorld(1, clock);
    let isAnswered = false;
    const outcome = world.submit('0131').finally(() => {
      isAnswered = true;
    });
    // Answered after the one before it has been taken.
    await world.submit('0115');
    assert.equal(isAnswered, false);
    for (let seconds = 0; seconds < 90; seconds += 15) {
      clock.advance(15_000);
      await world.submit('0115');
    }
    const answered = await outcome;
    assert.ok(answered.kind === 'answered');
    assert.equal(answered.status, 0);
  });

  test('30: never answers', async () => {
    await using world = await openSimulatorWorld();
    const link = await world.dial('second', { responseMs: 1_000, enquireAfterMs: 500 });
    const outcome = await submitBy(link.client, messageTo('0130'), 1);
    assert.deepEqual(outcome, { kind: 'uncertain', why: 'no response' });
  });

  test('32 and 36: closes, or sends what cannot be read; the client comes back', async () => {
    await using world = await openSimulatorWorld();
    for (const [digits, reason] of [
      ['0132', 'peer hung up'],
      ['0136', 'stream lost'],
    ] as const) {
      world.link.states.clear();
      assert.deepEqual(await world.submit(digits), { kind: 'uncertain', why: 'link lost' });
      const state = await world.link.states.next(isWaiting);
      assert.ok(state.name === 'waiting');
      assert.equal(state.reason, reason);
      await world.link.states.next(isBound);
    }
  });

  test('33: goes silent, and the client notices', async () => {
    await using world = await openSimulatorWorld();
    const link = await world.dial('second', { enquireAfterMs: 500, enquireAnswerMs: 500 });
    const outcome = submitBy(link.client, messageTo('0133'), 1);
    const state = await link.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.reason, 'enquire_link unanswered');
    assert.deepEqual(await outcome, { kind: 'uncertain', why: 'link lost' });
  });

  test('34: unbinds in the middle, answers what is open, and no submit is lost', async () => {
    await using world = await openSimulatorWorld();
    const digits = ['0001', '0134', '0001', '0001'];
    const outcomes = await Promise.all(digits.map((each) => world.submit(each)));
    for (const outcome of outcomes) assert.equal(outcome.kind, 'answered');
    const state = await world.link.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.reason, 'peer unbound');
    await take(world.deliveries, 4);
  });

  test('37: accepts without a body', async () => {
    await using world = await openSimulatorWorld();
    const outcome = await world.submit('0137');
    assert.deepEqual(outcome, { kind: 'answered', status: 0, messageId: '', tlvs: [] });
  });

  test('38: answers in reverse order, three at a time, and what is left after a moment', async () => {
    await using world = await openSimulatorWorld();
    const order: number[] = [];
    await Promise.all(
      [0, 1, 2, 3].map(async (index) => {
        await world.submit('0138');
        order.push(index);
      }),
    );
    assert.deepEqual(order, [2, 1, 0, 3]);
  });
});

suite('an operator with a fault', () => {
  test('throttles, and does so no more when the fault is over', async () => {
    const clock = new HeldClock();
    await using world = await openSimulatorWorld(0.001, clock);
    await world.operator.fail('throttling', 1_000);
    const throttled = await world.submit('0001');
    assert.deepEqual(throttled.kind === 'answered' && throttled.status, 0x58);
    clock.advance(1_000);
    const taken = await world.submit('0001');
    assert.deepEqual(taken.kind === 'answered' && taken.status, 0);
  });

  test('sends each receipt twice, or under an id that nobody knows', async () => {
    await using world = await openSimulatorWorld();
    await world.operator.fail('duplicates', 60_000);
    await world.submit('0001');
    const [one, two] = await take(world.deliveries, 2);
    assert.deepEqual(one, two);
    world.deliveries.clear();
    await world.operator.fail('wrong-ids', 60_000);
    const answer = await world.submit('0001');
    const [receipt] = await take(world.deliveries, 1);
    assert.ok(receipt && answer.kind === 'answered');
    assert.notEqual(textTlv(receipt.tlvs, tag.receiptedMessageId), answer.messageId);
  });

  test('is down, and comes back with what it owes', async () => {
    await using world = await openSimulatorWorld();
    await world.operator.fail('down', 60_000);
    await world.link.states.next(isWaiting);
    await world.operator.deliver({
      from: '33639980001',
      to: '36180',
      octets: '4f7569',
      dataCoding: 0,
      form: 'udh8',
      partsLost: 0,
      shuffled: false,
    });
    await world.operator.fail('none', 0);
    const [reply] = await take(world.deliveries, 1);
    assert.equal(reply?.shortMessage.toString(), 'Oui');
  });

  test('is late with its receipts, until its clock is moved', async () => {
    await using world = await openSimulatorWorld(1);
    await world.operator.fail('late-receipts', 60_000);
    await world.submit('0001');
    assert.equal(world.operator.owed, 1);
    await world.operator.moveClock(3_603_000);
    assert.equal((await take(world.deliveries, 1)).length, 1);
  });
});
