import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from './held-clock.ts';

suite('a held clock', () => {
  test('runs what falls due, in order, and nothing more', () => {
    const clock = new HeldClock();
    const seen: string[] = [];
    clock.after(20, () => seen.push(`second at ${clock.monotonicMs()}`));
    clock.after(10, () => seen.push(`first at ${clock.monotonicMs()}`));
    clock.after(31, () => seen.push('too late'));
    clock.advance(30);
    assert.deepEqual(seen, ['first at 10', 'second at 20']);
    assert.equal(clock.monotonicMs(), 30);
    assert.equal(clock.timersWaiting, 1);
  });

  test('runs a timer that another one asked for', () => {
    const clock = new HeldClock();
    const seen: number[] = [];
    const again = (): void => {
      seen.push(clock.monotonicMs());
      clock.after(10, again);
    };
    clock.after(10, again);
    clock.advance(35);
    assert.deepEqual(seen, [10, 20, 30]);
  });

  test('forgets what was cancelled', () => {
    const clock = new HeldClock();
    clock.after(5, () => assert.fail('it was cancelled')).cancel();
    clock.advance(10);
    assert.equal(clock.timersWaiting, 0);
  });

  test('a sleep ends when its time has come, or throws the reason it was stopped for', async () => {
    const clock = new HeldClock(1_000);
    const stop = new AbortController();
    const slept = clock.sleep(50);
    const stopped = clock.sleep(50, stop.signal);
    stop.abort(new Error('told to stop'));
    clock.advance(50);
    await slept;
    await assert.rejects(stopped, /told to stop/);
    assert.equal(clock.nowMs(), 1_050);
  });
});
