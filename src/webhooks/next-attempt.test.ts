import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nextAttemptOf } from './next-attempt.ts';

suite('the next attempt of a pending delivery', () => {
  const waiting = { dueAtMs: 1_000, endpointState: 'active', openUntilMs: 0 } as const;

  test('is at its time, or when the circuit breaker lets it', () => {
    assert.equal(nextAttemptOf(waiting, 999), 1_000);
    assert.equal(nextAttemptOf({ ...waiting, openUntilMs: 5_000 }, 999), 5_000);
  });

  test('is never told as a time that is over', () => {
    assert.equal(nextAttemptOf(waiting, 1_000), null);
    assert.equal(nextAttemptOf({ ...waiting, openUntilMs: 5_000 }, 60_000), null);
  });

  test('has no time while the endpoint is held', () => {
    assert.equal(nextAttemptOf({ ...waiting, endpointState: 'paused' }, 0), null);
    assert.equal(nextAttemptOf({ ...waiting, endpointState: 'disabled' }, 0), null);
  });
});
