import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import type { MissedCall } from '#numbers/calls/voicemail-taker.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { pause } from '#test/harness/pause.ts';
import { atMs, money, phone } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { type TextBack, type TextBackFate, textableCaller } from './text-back.ts';
import { TextBackService } from './text-back-service.ts';
import { TextBacks } from './text-backs.ts';

const number = phone('33755000001');
const mobile = '33612345678';
const hourMs = 3_600_000;

/** A service and a loop on a real storage; what is sent is only noted. */
async function openWorld() {
  const stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const clock = new HeldClock(atMs);
  const log = openLog('silent');
  const { id: accountId } = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(0),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'test',
  );
  await storage.numbers.createNumber({
    digits: number,
    kind: 'long',
    accountId,
    operatorId: null,
    takesSms: true,
    takesCalls: true,
    createdAtMs: atMs,
  });
  const sent: TextBack[] = [];
  const replies: (TextBackFate | 'later' | Error)[] = [];
  const { calls: store, jobs } = storage;
  const texter = {
    async send(textBack: TextBack) {
      sent.push(textBack);
      const reply = replies.shift() ?? { state: 'sent' as const, messageId: 17 };
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
  const textBacks = stack.use(new TextBacks({ store, jobs, texter, clock, log }));
  let id = 0;
  const jobIds = { take: () => 1_000 + id };
  const noted = (): void => textBacks.poke();
  const service = stack.use(new TextBackService({ store, jobIds, clock, log, noted }));
  textBacks.start();
  return {
    store,
    clock,
    sent,
    replies,
    async miss(caller: string, change: Partial<MissedCall> = {}): Promise<void> {
      id += 1;
      const virtual = await storage.virtualNumbers.findVirtualNumber(number);
      if (virtual === undefined) throw new Error('the number is gone');
      service.take({
        callId: id,
        accountId,
        number: virtual,
        caller: { number: caller, name: '', isPrivate: false },
        atMs: clock.nowMs(),
        cause: 'no_answer',
        tellTo: '',
        textBack: 'We call back.',
        language: 'en',
        isSimulated: false,
        ...change,
      });
      await service[Symbol.asyncDispose]();
    },
    /** Until nothing that is due now is owed. */
    async settled(): Promise<void> {
      for (;;) {
        textBacks.poke();
        const owed = await store.readOwedTextBacks({ limit: 1, nowMs: clock.nowMs() });
        if (owed.length === 0) return;
        await pause(5);
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

suite('a caller whom nobody answered is texted', () => {
  test('once in a day for a number', async () => {
    await using world = await openWorld();
    await world.miss(mobile);
    await world.settled();
    world.clock.advance(23 * hourMs);
    await world.miss(mobile);
    await world.miss('33612345679');
    await world.settled();
    const texted = world.sent.map(({ id, caller, text }) => [id, caller, text]);
    assert.deepEqual(texted, [
      [1, mobile, 'We call back.'],
      [3, '33612345679', 'We call back.'],
    ]);
    assert.equal((await world.store.findTextBack(1))?.messageId, 17);
    world.clock.advance(2 * hourMs);
    await world.miss(mobile);
    await world.settled();
    assert.equal(world.sent.length, 3);
  });

  test('not where nothing is written, nor by the number itself', async () => {
    await using world = await openWorld();
    await world.miss(mobile, { textBack: '' });
    await world.miss(number);
    await world.settled();
    assert.deepEqual(world.sent, []);
  });

  test('again after a failure and while there is too much to do, but not after a refusal', async () => {
    await using world = await openWorld();
    world.replies.push('later', new Error('broken'), { state: 'refused', why: 'stopped' });
    await world.miss(mobile);
    for (let round = 0; round < 4; round += 1) {
      await world.settled();
      world.clock.advance(10_000);
    }
    assert.equal(world.sent.length, 3);
    const { state, why } = (await world.store.findTextBack(1)) ?? {};
    assert.deepEqual([state, why], ['refused', 'stopped']);
  });

  test('never an hour after the call', async () => {
    await using world = await openWorld();
    world.replies.push('later');
    await world.miss(mobile);
    await world.settled();
    world.clock.advance(hourMs + 1);
    await world.settled();
    assert.equal(world.sent.length, 1);
    assert.equal((await world.store.findTextBack(1))?.why, 'too late');
  });
});

function textable(digits: string, { isPrivate = false, isSimulated = false } = {}) {
  return textableCaller({ caller: { number: digits, name: '', isPrivate }, isSimulated });
}

test('only mobiles that show themselves are texted', () => {
  assert.equal(textable(mobile), mobile);
  assert.equal(textable('33639980001', { isSimulated: true }), '33639980001');
  assert.equal(textable('33639980001'), undefined);
  assert.equal(textable(mobile, { isPrivate: true }), undefined);
  for (const other of ['', 'alice', '36180', '33123456789', '33899123456', '33800123456']) {
    assert.equal(textable(other), undefined, other);
  }
  // A satellite phone, and a plan that does not tell mobiles from landlines.
  for (const other of ['881612345678', '12125550123', '33612345678901234']) {
    assert.equal(textable(other), undefined, other);
  }
});
