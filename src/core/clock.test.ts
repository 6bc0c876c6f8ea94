import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from './clock.ts';

suite('the machine’s clock', () => {
  test('calls after the delay, and not what was cancelled', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    systemClock.after(1, () => assert.fail('it was cancelled')).cancel();
    const timer = systemClock.after(2, () => resolve('called'));
    assert.equal(await keptAlive(promise), 'called');
    timer.cancel();
  });

  test('does not call at once where the delay is more than Node can wait', async () => {
    const timer = systemClock.after(2 ** 40, () => assert.fail('it was called'));
    await keptAlive(systemClock.sleep(5));
    timer.cancel();
  });

  test('counts durations that never go back', () => {
    const before = systemClock.monotonicMs();
    assert.ok(systemClock.monotonicMs() >= before);
    assert.ok(systemClock.nowMs() > Date.UTC(2020, 0, 1));
  });

  test('ends a sleep that is told to stop with the reason', async () => {
    const stop = new AbortController();
    const sleeping = systemClock.sleep(60_000, stop.signal);
    stop.abort(new Error('told to stop'));
    await assert.rejects(sleeping, /told to stop/);
    await assert.rejects(systemClock.sleep(1, stop.signal), /told to stop/);
  });
});

/** A timer of the clock alone does not keep the process alive. */
async function keptAlive<Value>(waited: Promise<Value>): Promise<Value> {
  const kept = setInterval(() => undefined, 1_000);
  try {
    return await waited;
  } finally {
    clearInterval(kept);
  }
}
