import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorDefaults } from '#sms/operator.ts';
import type { PduRecord } from './message-record-store.ts';
import { type WaitingAround, whyWaiting } from './waiting-reason.ts';

const due = { part: 1, lane: 'sms/2/0:normal/1', dueAtMs: 1_000, attempt: 0, unanswered: 0 };
const later = { ...due, dueAtMs: 9_000 };
const bind = { isUp: true, isSilent: false, ratePerSecond: null };
const operator = { id: 2, state: 'active', settings: operatorDefaults } as const;
const calm: WaitingAround = {
  nowMs: 2_000,
  scheduledAtMs: null,
  validUntilMs: 90_000,
  isLaneStopped: false,
  operator,
  bind,
  pdus: [],
};

function answered(status: number): PduRecord {
  const octets = Buffer.alloc(0);
  return { part: 1, operatorId: 2, atMs: 1, command: 'submit_sm_resp', status, octets, text: '' };
}

test('a part that was put off says which answer, hour or limit it waits for', () => {
  const cases = [
    [whyWaiting({ ...due, lane: 'held/2/0:normal/1' }, calm), 'limit', ''],
    [whyWaiting(later, { ...calm, isLaneStopped: true }), 'lane stopped', ''],
    [
      whyWaiting(due, { ...calm, operator: { ...operator, state: 'paused' } }),
      'operator paused',
      '',
    ],
    [whyWaiting(later, { ...calm, pdus: [answered(0x58)] }), 'slow down', 'ESME_RTHROTTLED'],
    [whyWaiting(later, { ...calm, pdus: [answered(0x14)] }), 'queue full', 'ESME_RMSGQFUL'],
    [whyWaiting(later, { ...calm, pdus: [answered(8)] }), 'refused for now', 'ESME_RSYSERR'],
    [whyWaiting({ ...later, attempt: 1, unanswered: 1 }, calm), 'no answer', ''],
    [whyWaiting(later, { ...calm, scheduledAtMs: 9_000 }), 'scheduled', ''],
    [whyWaiting(later, calm), 'quiet hours', ''],
    [whyWaiting({ ...later, attempt: 1 }, calm), 'queue full', ''],
    [whyWaiting({ ...due, dueAtMs: 2_900 }, calm), 'slow down', ''],
    [whyWaiting({ ...due, dueAtMs: 90_000 }, calm), 'no answer', ''],
  ] as const;
  for (const [why, reason, status] of cases) assert.deepEqual(why, { reason, status });
});

function reasonOf(changes: Partial<WaitingAround>) {
  return whyWaiting(due, { ...calm, ...changes }).reason;
}

test('a part that is due says what its bind does', () => {
  assert.equal(reasonOf({ bind: undefined }), 'no bind');
  assert.equal(reasonOf({ bind: { ...bind, isUp: false } }), 'no bind');
  assert.equal(reasonOf({ bind: { ...bind, isSilent: true } }), 'operator silent');
  assert.equal(reasonOf({ bind: { ...bind, ratePerSecond: 9 } }), 'rate lowered');
  const settings = { ...operatorDefaults, ratePerSecond: 9, senderRatePerSecond: 1 };
  const limited = { ...operator, settings };
  assert.equal(reasonOf({ bind: { ...bind, ratePerSecond: 9 }, operator: limited }), 'sender rate');
  assert.equal(reasonOf({}), 'in line');
  // The answer of an earlier operator, and one that is over, say nothing.
  assert.equal(reasonOf({ nowMs: 9_000, pdus: [answered(0x58)] }), 'in line');
  assert.equal(reasonOf({ operator: { ...operator, id: 3 }, pdus: [answered(0x58)] }), 'in line');
  // One that is throttled waits in memory, and stands as due.
  const slowed = whyWaiting(due, { ...calm, pdus: [answered(0x58)] });
  assert.deepEqual(slowed, { reason: 'slow down', status: 'ESME_RTHROTTLED' });
});
