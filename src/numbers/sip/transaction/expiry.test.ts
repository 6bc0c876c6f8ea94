import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { Expiry } from './expiry.ts';

function setup() {
  const clock = new HeldClock();
  const expiry = new Expiry(clock);
  const ended: string[] = [];
  const add = (name: string, waitMs: number): void =>
    expiry.endAfter(waitMs, { end: () => void ended.push(name) });
  return { clock, expiry, ended, add };
}

function fails(): void {
  throw new Error('a fault of ours');
}

suite('what waits for its end', () => {
  test('ends after its wait, or up to 100 ms later', () => {
    const { clock, ended, add } = setup();
    add('first', 32_000);
    clock.advance(40);
    add('second', 32_000);
    clock.advance(31_959);
    assert.deepEqual(ended, []);
    clock.advance(1);
    assert.deepEqual(ended, ['first']);
    clock.advance(100);
    assert.deepEqual(ended, ['first', 'second']);
  });

  test('stands in a line with those that wait equally long, and behind no others', () => {
    const { clock, ended, add } = setup();
    add('long', 32_000);
    add('short', 5_000);
    clock.advance(5_000);
    assert.deepEqual(ended, ['short']);
    assert.equal(clock.timersWaiting, 1);
  });

  test('ends one by one, thousands in a line', () => {
    const { clock, ended, add } = setup();
    for (let each = 0; each < 5_000; each += 1) {
      add(`${each}`, 5_000);
      clock.advance(10);
    }
    // Those of the last 5 s wait still, and at most those of 100 ms more.
    assert.ok(ended.length > 4_490 && ended.length <= 4_501, `${ended.length}`);
    assert.deepEqual(ended.slice(0, 3), ['0', '1', '2']);
    clock.advance(5_100);
    assert.equal(ended.length, 5_000);
    assert.equal(clock.timersWaiting, 0);
  });

  test('ends, although one before it fails to', () => {
    const { clock, expiry, ended, add } = setup();
    expiry.endAfter(5_000, { end: fails });
    add('next', 5_000);
    assert.throws(() => clock.advance(5_000), /a fault of ours/);
    clock.advance(100);
    assert.deepEqual(ended, ['next']);
  });

  test('ends no more once that is stopped', () => {
    const { clock, expiry, ended, add } = setup();
    add('one', 5_000);
    expiry.stop();
    clock.advance(10_000);
    assert.deepEqual(ended, []);
    assert.equal(clock.timersWaiting, 0);
  });
});
