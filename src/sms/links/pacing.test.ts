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

  test('doubles each second, one second after the last slow-down', () => {
    const pacing = new Pacing(100, 0);
    for (let second = 0; second < 3; second += 1) pacing.throttled(second * 1_000);
    assert.equal(pacing.rate, 12.5);
    submitted(pacing, 2_000, 2_900);
    assert.equal(pacing.rate, 12.5);
    submitted(pacing, 2_900, 3_900);
    within(pacing.rate, 25, 25);
    submitted(pacing, 3_900, 7_000);
    assert.equal(pacing.rate, 100);
  });

  test('keeps to nine tenths of what the operator takes, and rises slowly above that', () => {
    const pacing = new Pacing(null, 0);
    for (let n = 0; n < 50; n += 1) {
      pacing.take(500);
      pacing.answered('taken', '', 600);
    }
    for (let n = 0; n < 10; n += 1) pacing.throttled(700);
    assert.equal(pacing.rate, 45);
    assert.equal(pacing.waitMs(700) < 100, true, 'no pause: it takes some');
    submitted(pacing, 700, 6_000);
    within(pacing.rate, 50, 56);
    submitted(pacing, 6_000, 13_000);
    within(pacing.rate, 100, 1_000);
  });

  test('leaves a throttle that is one in many to the part that got it', () => {
    const pacing = new Pacing(null, 0);
    for (let n = 0; n < 95; n += 1) pacing.answered('taken', '', 10 * n);
    for (let n = 0; n < 9; n += 1) assert.equal(pacing.throttled(960), 'put off');
    assert.equal(pacing.rate, undefined);
    assert.equal(pacing.throttled(970), 'slower');
  });

  test('counts a full queue once for each phone', () => {
    const pacing = new Pacing(100, 0);
    for (let n = 0; n < 90; n += 1) assert.equal(pacing.answered('full', '336', 500), false);
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
      const said = answer % 100 < 19 ? 'full' : 'other';
      assert.equal(pacing.answered(said, `${answer}`, 500), false);
    }
    assert.equal(pacing.rate, 100);
    assert.equal(pacing.waitMs(500), 0);
    let tries = 1;
    while (!pacing.answered('full', `a${tries}`, 600)) tries += 1;
    within(tries, 1, 20);
    assert.equal(pacing.rate, 50);
    assert.equal(pacing.waitMs(600), 1_000);
    // Those that were counted have had their effect.
    assert.equal(pacing.answered('full', 'b', 2_000), false);
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

  test('without a setting is free again once it is above anything that is sent', () => {
    const pacing = new Pacing(null, 0);
    submitted(pacing, 0, 1, 200);
    pacing.throttled(900);
    submitted(pacing, 900, 4_000);
    within(pacing.rate, 200, 800);
    for (let nowMs = 4_000; nowMs < 20_000; nowMs += 100) pacing.waitMs(nowMs);
    assert.equal(pacing.rate, undefined);
  });
});
