import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LinkMeter } from './link-meter.ts';

test('a bind knows how often each status came, the most frequent first', () => {
  const meter = new LinkMeter();
  for (const status of [0, 0x58, 0, 0x14, 0, 0x58]) meter.answered(status, 10);
  meter.unanswered();
  const { answers, uncertain } = meter.figures();
  assert.deepEqual(answers, [
    { status: 'ESME_ROK', count: 3 },
    { status: 'ESME_RTHROTTLED', count: 2 },
    { status: 'ESME_RMSGQFUL', count: 1 },
  ]);
  assert.equal(uncertain, 1);
});

test('round trips are those of the last hundred answers', () => {
  const meter = new LinkMeter();
  assert.equal(meter.figures().roundTrip, null);
  meter.answered(0, 5_000);
  for (let n = 0; n < 99; n += 1) meter.answered(0, 10);
  assert.deepEqual(meter.figures().roundTrip, { meanMs: 59.9, mostMs: 5_000 });
  meter.answered(0, 20);
  assert.deepEqual(meter.figures().roundTrip, { meanMs: 10.1, mostMs: 20 });
});

test('an operator with a status for everything fills no memory', () => {
  const meter = new LinkMeter();
  for (let status = 0; status < 1_000; status += 1) meter.answered(status, 1);
  const { answers, otherAnswers } = meter.figures();
  assert.equal(answers.length, 64);
  assert.equal(otherAnswers, 936);
});
