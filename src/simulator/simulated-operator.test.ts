import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Clock, systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm, SubmitSm } from '#sms/smpp/pdu.ts';
import { integerTlv, tag, textTlv, userDataOf } from '#sms/smpp/tlv.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { Arrivals, isBound, isWaiting, openClient, submitBy } from '#test/harness/smpp-link.ts';
import { openSimulatedOperator } from './simulated-operator.ts';
import type { PhoneState, ReportHabit } from './switched-phones.ts';

type Delivered = { readonly message: DeliverSm; readonly on: string };

/** Delays of the phones become milliseconds. */
async function openWorld(delayScale = 0.001, clock: Clock = systemClock) {
  const stack = new AsyncDisposableStack();
  const operator = stack.use(
    await openSimulatedOperator({
      host: '127.0.0.1',
      port: 0,
      systemId: 'PARLEY',
      password: 'secret',
      clock,
      random: () => 0.5,
      log: openLog('silent'),
      delayScale,
    }),
  );
  const deliveries = new Arrivals<Delivered>();
  const answers: number[] = [];
  const dial = async (on: string, settings: Partial<Parameters<typeof openClient>[1]> = {}) => {
    const link = stack.use(
      openClient(
        systemClock,
        { port: operator.port, reconnectFirstMs: 20, ...settings },
        {
          deliver: (message) => {
            deliveries.add({ message, on });
            return answers.shift() ?? 0;
          },
        },
      ),
    );
    await link.states.next(isBound);
    return link;
  };
  const link = await dial('first');
  const submit = (digits: string, changes: Partial<SubmitSm> = {}) =>
    submitBy(link.client, messageTo(digits, changes), 7);
  return {
    operator,
    link,
    dial,
    submit,
    deliveries,
    answers,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** To +33 6 39 98 and four digits. */
function messageTo(digits: string, changes: Partial<SubmitSm> = {}): SubmitSm {
  return {
    ...blankBody('submit_sm'),
    source: { ton: 3, npi: 0, address: '36180' },
    destination: { ton: 1, npi: 1, address: `3363998${digits}` },
    registeredDelivery: 1,
    shortMessage: Buffer.from('Bonjour'),
    ...changes,
  };
}

/** One of the two parts of a long message. */
function partOf(number: number): Partial<SubmitSm> {
  return { esmClass: 0x40, shortMessage: Buffer.from([5, 0, 3, 99, 2, number, 0x41]) };
}

async function take(deliveries: Arrivals<Delivered>, count: number): Promise<DeliverSm[]> {
  await deliveries.next(() => deliveries.all.length >= count);
  return deliveries.all.map(({ message }) => message);
}

function stateOf({ tlvs }: DeliverSm): number | undefined {
  return integerTlv(tlvs, tag.messageState);
}

function idOf({ tlvs }: DeliverSm): string | undefined {
  return textTlv(tlvs, tag.receiptedMessageId);
}

function textOf(message: DeliverSm): string {
  return userDataOf(message).toString('latin1');
}

suite('the simulated operator delivers', () => {
  test('with a receipt of the usual form', async () => {
    await using world = await openWorld();
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
    await using world = await openWorld(0.001, clock);
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
    await using world = await openWorld(1, clock);
    await world.submit('0001');
    clock.advance(1_999);
    await world.submit('0115');
    assert.equal(world.deliveries.all.length, 0);
    clock.advance(1);
    await take(world.deliveries, 1);
  });

  test('any other number in the same way, and each id once', async () => {
    await using world = await openWorld();
    const outcomes = await Promise.all([world.submit('7777'), world.submit('0002')]);
    const receipts = await take(world.deliveries, 2);
    const ids = outcomes.map((outcome) => outcome.kind === 'answered' && outcome.messageId);
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(new Set(receipts.map(idOf)), new Set(ids));
  });

  test('01: with the receipt in front of the answer', async () => {
    await using world = await openWorld();
    const outcome = await world.submit('0101');
    assert.ok(outcome.kind === 'answered');
    assert.deepEqual(
      world.deliveries.all.map(({ message }) => idOf(message)),
      [outcome.messageId],
    );
  });

  test('02 and 03: after 30 seconds and after 3 days, or once its clock is moved', async () => {
    await using world = await openWorld(1);
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
    await using world = await openWorld();
    await world.submit('0104', { registeredDelivery: 0x11 });
    const receipts = await take(world.deliveries, 2);
    assert.deepEqual(receipts.map(stateOf), [1, 2]);
    assert.deepEqual(
      receipts.map(({ esmClass }) => esmClass),
      [0x20, 0x04],
    );
  });

  test('05: with the receipt twice', async () => {
    await using world = await openWorld();
    await world.submit('0105');
    const [first, second] = await take(world.deliveries, 2);
    assert.deepEqual(first, second);
  });

  test('06: with the receipt on another bind', async () => {
    await using world = await openWorld();
    await world.dial('second', { bind: 'rx' });
    await world.submit('0106');
    await take(world.deliveries, 1);
    assert.equal(world.deliveries.all[0]?.on, 'second');
  });

  test('07 and 08: with TLVs only, with an odd text only', async () => {
    await using world = await openWorld();
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
    await using world = await openWorld();
    const outcome = await world.submit('0109');
    const [receipt] = await take(world.deliveries, 1);
    assert.ok(receipt !== undefined && outcome.kind === 'answered');
    assert.equal(BigInt(`0x${outcome.messageId}`), BigInt(idOf(receipt) ?? ''));
    assert.notEqual(outcome.messageId, idOf(receipt));
  });

  test('42: and replies, part by part, behind the receipt', async () => {
    await using world = await openWorld();
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
    await using world = await openWorld();
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
      await using world = await openWorld();
      await world.submit(digits);
      const [receipt] = await take(world.deliveries, 1);
      assert.ok(receipt !== undefined);
      assert.equal(stateOf(receipt), state);
      assert.match(textOf(receipt), new RegExp(`dlvrd:000 .*stat:${word} `));
    });
  }

  test('15: nor does it ever say so; nor where no receipt was asked for', async () => {
    await using world = await openWorld();
    await world.submit('0115');
    await world.submit('0001', { registeredDelivery: 0 });
    await world.submit('0001', { registeredDelivery: 2 });
    assert.equal(world.operator.owed, 0);
  });
});

suite('the simulated operator refuses', () => {
  const always = [
    ['0120', 0x0b],
    ['0121', 0x0a],
    ['0125', 0x45],
    ['0126', 0x451],
  ] as const;
  for (const [digits, status] of always) {
    test(`${digits.slice(2)}: with 0x${status.toString(16)}`, async () => {
      await using world = await openWorld();
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
      await using world = await openWorld();
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
    await using world = await openWorld(1, clock);
    const statuses: unknown[] = [];
    for (const afterMs of [0, 5_000, 4_999, 1]) {
      clock.advance(afterMs);
      const outcome = await world.submit('0122');
      statuses.push(outcome.kind === 'answered' && outcome.status);
    }
    assert.deepEqual(statuses, [0x58, 0x58, 0x58, 0]);
  });

  test('35: with a generic_nack', async () => {
    await using world = await openWorld();
    const outcome = await world.submit('0135');
    assert.deepEqual(outcome, { kind: 'answered', status: 3, messageId: '', tlvs: [] });
  });
});

suite('the simulated operator misbehaves', () => {
  test('31: answers after 90 seconds', async () => {
    const clock = new HeldClock();
    await using world = await openWorld(1, clock);
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
    await using world = await openWorld();
    const link = await world.dial('second', { responseMs: 1_000, enquireAfterMs: 500 });
    const outcome = await submitBy(link.client, messageTo('0130'), 1);
    assert.deepEqual(outcome, { kind: 'uncertain', why: 'no response' });
  });

  test('32 and 36: closes, or sends what cannot be read; the client comes back', async () => {
    await using world = await openWorld();
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
    await using world = await openWorld();
    const link = await world.dial('second', { enquireAfterMs: 500, enquireAnswerMs: 500 });
    const outcome = submitBy(link.client, messageTo('0133'), 1);
    const state = await link.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.reason, 'enquire_link unanswered');
    assert.deepEqual(await outcome, { kind: 'uncertain', why: 'link lost' });
  });

  test('34: unbinds in the middle, answers what is open, and no submit is lost', async () => {
    await using world = await openWorld();
    const digits = ['0001', '0134', '0001', '0001'];
    const outcomes = await Promise.all(digits.map((each) => world.submit(each)));
    for (const outcome of outcomes) assert.equal(outcome.kind, 'answered');
    const state = await world.link.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.reason, 'peer unbound');
    await take(world.deliveries, 4);
  });

  test('37: accepts without a body', async () => {
    await using world = await openWorld();
    const outcome = await world.submit('0137');
    assert.deepEqual(outcome, { kind: 'answered', status: 0, messageId: '', tlvs: [] });
  });

  test('38: answers in reverse order, three at a time, and what is left after a moment', async () => {
    await using world = await openWorld();
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

suite('the simulated operator keeps what it owes', () => {
  test('until a bind that receives is there', async () => {
    await using world = await openWorld();
    const sender = await world.dial('sender', { bind: 'tx' });
    await world.link.client[Symbol.asyncDispose]();
    await submitBy(sender.client, messageTo('0001'), 1);
    assert.equal(world.operator.owed, 1);
    await world.dial('receiver', { bind: 'rx' });
    await take(world.deliveries, 1);
    assert.equal(world.deliveries.all[0]?.on, 'receiver');
  });

  test('over a restart', async () => {
    await using world = await openWorld();
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
    await using world = await openWorld(0.001, clock);
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
  await using world = await openWorld();
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

suite('an operator with a fault', () => {
  test('throttles, and does so no more when the fault is over', async () => {
    const clock = new HeldClock();
    await using world = await openWorld(0.001, clock);
    await world.operator.fail('throttling', 1_000);
    const throttled = await world.submit('0001');
    assert.deepEqual(throttled.kind === 'answered' && throttled.status, 0x58);
    clock.advance(1_000);
    const taken = await world.submit('0001');
    assert.deepEqual(taken.kind === 'answered' && taken.status, 0);
  });

  test('sends each receipt twice, or under an id that nobody knows', async () => {
    await using world = await openWorld();
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
    await using world = await openWorld();
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
    await using world = await openWorld(1);
    await world.operator.fail('late-receipts', 60_000);
    await world.submit('0001');
    assert.equal(world.operator.owed, 1);
    await world.operator.moveClock(3_603_000);
    assert.equal((await take(world.deliveries, 1)).length, 1);
  });
});
