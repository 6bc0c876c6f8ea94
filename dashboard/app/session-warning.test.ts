import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { warningOf } from './session-warning.ts';

const hourMs = 3_600_000;
const session = { nowMs: 0, lastActiveAtMs: 0, idleMs: hourMs, endsAtMs: 24 * hourMs };

suite('a reader is warned two minutes before', () => {
  test('a session ends because nothing was done', () => {
    assert.equal(warningOf({ ...session, nowMs: hourMs - 120_000 }), undefined);
    assert.equal(warningOf({ ...session, nowMs: hourMs - 119_999 }), 'idle');
    const acted = { ...session, nowMs: hourMs, lastActiveAtMs: hourMs - 1 };
    assert.equal(warningOf(acted), undefined);
  });

  test('it has lived for as long as one may, whatever was done', () => {
    const nowMs = 24 * hourMs - 119_999;
    assert.equal(warningOf({ ...session, nowMs, lastActiveAtMs: nowMs }), 'longest');
    assert.equal(warningOf({ ...session, nowMs }), 'longest');
    const before = nowMs - 1;
    assert.equal(warningOf({ ...session, nowMs: before, lastActiveAtMs: before }), undefined);
  });
});
