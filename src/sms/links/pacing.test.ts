import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Pacing } from './pacing.ts';

/** How many submits go between two instants, each as soon as it may. */
function submitted(pacing: Pacing, fromMs: number, toMs: number, max = Infinity): number {
  let count = 0;
  for (let nowMs = fromMs; nowMs < toMs && count < max; ) {
    const waitMs = pacing.waitMs(nowMs);
    if (waitMs === 0) {
      pacing.take(nowMs);
      count += 1;
    } else nowMs += waitMs;
  }
  return count;
}

function within(actual: number | undefined, low: number, high: number): void {
  assert.ok(actual !== undefined && actual >= low && actual <= high, `${actual} in ${low}–${high}`);
}

suite('pacing', () => {
  test('without a rate lets everything go', () => {
    const pacing = new Pacing(null, 0);
    assert.equal(submitted(pacing, 0, 1, 10_000), 10_000);
    assert.equal(pacing.rate, undefined);
  });

  test('holds the rate over many seconds', () => {
    within(submitted(new Pacing(50, 0), 0, 20_000), 990, 1_006);
    within(submitted(new Pacing(3, 0), 0, 20_000), 59, 61);
    within(submitted(new Pacing(2_000, 0), 0, 5_000), 9_800, 10_200);
  });

  test('lets a tenth of a second’s worth go at once after a rest, and no more', () => {
    const pacing = new Pacing(100, 0);
    submitted(pacing, 0, 1_000);
    assert.equal(submitted(pacing, 60_000, 60_000.5), 10);
    within(pacing.waitMs(60_000.5), 1, 10);
  });

  test('asking costs nothing: only what is taken counts', () => {
    const pacing = new Pacing(10, 0);
    for (let asked = 0; asked < 100; asked += 1) assert.equal(pacing.waitMs(0), 0);
    pacing.take(0);
    assert.equal(pacing.waitMs(0), 100);
    assert.equal(pacing.waitMs(60), 40);
  });

  test('pauses for a second when the operator says slow down', () => {
    const pacing = new Pacing(100, 0);
    pacing.throttled(500);
    assert.equal(pacing.waitMs(500), 1_000);
    assert.equal(pacing.waitMs(1_499), 1);
    assert.equal(pacing.waitMs(1_500), 0);
  });

  test('halves at most once a second, however many answers say so', () => {
    const pacing = new Pacing(100, 0);
    for (let answer = 0; answer < 50; answer += 1) pacing.throttled(500 + answer);
    assert.equal(pacing.rate, 50);
    pacing.throttled(1_500);
    assert.equal(pacing.rate, 25);
  });

  test('without a rate of its own halves what it has just sent in a second', () => {
    const pacing = new Pacing(null, 0);
    submitted(pacing, 0, 1, 400);
    pacing.throttled(900);
    assert.equal(pacing.rate, 200);
  });

  test('never falls below one a second', () => {
    const pacing = new Pacing(4, 0);
    for (let second = 0; second < 30; second += 1) pacing.throttled(second * 1_000);
    assert.equal(pacing.rate, 1);
    assert.equal(new Pacing(null, 0).rate, undefined);
  });

  test('grows again by a twentieth of its setting a second, once ten seconds were calm', () => {
    const pacing = new Pacing(100, 0);
    pacing.throttled(0);
    submitted(pacing, 0, 9_900);
    assert.equal(pacing.rate, 50);
    submitted(pacing, 9_900, 12_500);
    within(pacing.rate, 60, 65);
    submitted(pacing, 12_500, 30_000);
    assert.equal(pacing.rate, 100);
  });

  test('is back at its setting within a minute, from as far down as it goes', () => {
    const pacing = new Pacing(100, 0);
    for (let second = 0; second < 10; second += 1) pacing.throttled(second * 1_000);
    assert.equal(pacing.rate, 1);
    submitted(pacing, 9_000, 69_000);
    assert.equal(pacing.rate, 100);
  });

  test('slows down where 20 of the last 100 answers say that the queue is full', () => {
    const pacing = new Pacing(100, 0);
    for (let answer = 0; answer < 1_000; answer += 1) {
      assert.equal(pacing.answered(answer % 100 < 19, 500), false);
    }
    assert.equal(pacing.rate, 100);
    assert.equal(pacing.waitMs(500), 0);
    for (let answer = 0; answer < 19; answer += 1) pacing.answered(true, 600);
    assert.equal(pacing.answered(true, 600), true);
    assert.equal(pacing.rate, 50);
    assert.equal(pacing.waitMs(600), 1_000);
    // Those that were counted have had their effect.
    assert.equal(pacing.answered(true, 2_000), false);
    assert.equal(pacing.rate, 50);
  });

  test('falls by a tenth a second while the operator says that it is busy', () => {
    const pacing = new Pacing(100, 0);
    for (let answer = 0; answer < 50; answer += 1) pacing.congested(90, 500 + answer);
    assert.equal(pacing.rate, 90);
    pacing.congested(100, 1_500);
    within(pacing.rate, 80.9, 81.1);
    pacing.congested(89, 2_500);
    pacing.congested(255, 3_500);
    within(pacing.rate, 80.9, 81.1);
    assert.equal(pacing.waitMs(3_500), 0);
  });

  test('grows again as soon as the operator is at ease, or has said nothing for ten seconds', () => {
    const told = new Pacing(100, 0);
    told.congested(95, 500);
    submitted(told, 500, 5_000);
    assert.equal(told.rate, 90);
    told.congested(80, 5_000);
    submitted(told, 5_000, 7_000);
    assert.equal(told.rate, 90);
    told.congested(79, 7_000);
    submitted(told, 7_000, 10_500);
    assert.equal(told.rate, 100);

    const silent = new Pacing(100, 0);
    silent.congested(95, 500);
    submitted(silent, 500, 10_400);
    assert.equal(silent.rate, 90);
    submitted(silent, 10_400, 13_500);
    assert.equal(silent.rate, 100);
  });

  test('without a setting keeps growing slowly, for nobody knows what the operator bears', () => {
    const pacing = new Pacing(null, 0);
    submitted(pacing, 0, 1, 200);
    pacing.throttled(900);
    submitted(pacing, 900, 31_000);
    within(pacing.rate, 200, 400);
  });
});
