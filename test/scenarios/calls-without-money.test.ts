/** A call that ends because its account has no more money: it costs what was set aside for it, and never more. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PriceSteps } from '#numbers/calls/call-price.ts';
import type { CallRecord } from '#numbers/calls/call-record.ts';
import { number } from '#test/harness/call-world.ts';
import { openCallingApp } from '#test/harness/calling-program.ts';
import { HurriedClock } from '#test/harness/hurried-clock.ts';
import { pause } from '#test/harness/pause.ts';
import { answerSdp, dial, openPhone } from '#test/harness/sip-phones.ts';

const timeout = 60_000;

type Left = { readonly call: CallRecord; readonly balance: number | undefined };

/** Talks until the program hangs up. What its timers are late by is a part of a second here, too. */
async function talkUntilSpent(
  balance: number,
  price: { readonly perMinute: number; readonly steps: Pick<PriceSteps, 'firstS' | 'nextS'> },
): Promise<Left> {
  const clock = new HurriedClock(40);
  await using caller = await openPhone();
  await using callee = await openPhone();
  callee.told.take = (incoming) =>
    incoming.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
  const wish = { calleePort: callee.hop.port, balance, ...price };
  await using app = await openCallingApp(wish, clock);
  const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
  dial(caller, hop, { uri: `sip:+${number}@127.0.0.1` });
  await caller.told.answered.next();
  for (;;) {
    await pause(20);
    const [call] = await app.storage.calls.listCalls({ beforeId: 99, limit: 1 });
    const account = await app.storage.accounts.findAccount(app.accountId);
    if (typeof call?.endedAtMs === 'number') return { call, balance: account?.balance };
  }
}

suite('a call whose account has no more money', { timeout }, () => {
  test('by the minute costs the two minutes that were set aside, and no third one', async () => {
    const steps = { firstS: 60, nextS: 60 };
    const { call, balance } = await talkUntilSpent(1_200_000, { perMinute: 600_000, steps });
    assert.equal(call.cause, 'balance');
    assert.deepEqual([call.billedS, call.cost, balance], [120, 1_200_000, 0]);
  });

  test('by steps that no minute is made of stops at the last one that is paid for', async () => {
    const steps = { firstS: 45, nextS: 50 };
    const { call, balance } = await talkUntilSpent(3_000_000, { perMinute: 600_000, steps });
    assert.equal(call.cause, 'balance');
    // 45 + 4 × 50 s; what covers another minute is 345 s, for 3.45.
    assert.deepEqual([call.billedS, call.cost, balance], [245, 2_450_000, 550_000]);
  });
});
