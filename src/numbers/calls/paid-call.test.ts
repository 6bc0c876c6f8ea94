import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from '#core/log.ts';
import type { Millionths } from '#core/money.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { CallStore, NewCall } from './call-record.ts';
import { PaidCall, unanswered } from './paid-call.ts';

const call: NewCall = {
  id: 5,
  accountId: 2,
  payerId: 2,
  number: '33755000001',
  hops: [],
  caller: '33612345678',
  target: '33698765432',
  kind: 'forward',
  trunkIn: 'in',
  processId: 1,
  startedAtMs: 0,
  perMinute: 0 as Millionths,
  firstS: 1,
  nextS: 1,
};

test('a call that is over is a line of the log, without the phones of it', async () => {
  const lines: string[] = [];
  const clock = new HeldClock();
  const ports = {
    calls: { beginCall: async () => true } as unknown as CallStore,
    endings: { save: async () => undefined },
    clock,
    log: openLog('debug', (line) => lines.push(line)),
  };
  const paid = await PaidCall.begin({ ...call, startedAtMs: clock.nowMs() }, call.perMinute, ports);
  clock.advance(3_000);
  await paid?.end(unanswered);
  await paid?.end(unanswered);
  assert.partialDeepStrictEqual(
    lines.map((line) => JSON.parse(line) as object),
    [{ event: 'call.ended', callId: 5, account: 2, cause: 'no_answer', durationMs: 3_000 }],
  );
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines.join(''), /336\d{8}|33755000001/);
});
