import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { closedBreaker, EndpointBreaker } from './endpoint-breaker.ts';

const middle = (): number => 0.5;

function openBreaker(): EndpointBreaker {
  const breaker = new EndpointBreaker(closedBreaker, middle);
  for (let n = 0; n < 5; n += 1) breaker.laneFailed(1_000, false);
  return breaker;
}

suite('a breaker', () => {
  test('opens for five seconds after five failures of the lane in a row', () => {
    const breaker = new EndpointBreaker(closedBreaker, middle);
    for (let n = 0; n < 4; n += 1) breaker.laneFailed(1_000, false);
    assert.equal(breaker.isOpen(1_000), false);
    breaker.laneFailed(1_000, false);
    assert.deepEqual([breaker.isOpen(5_999), breaker.isOpen(6_000)], [true, false]);
  });

  test('starts counting again after a success', () => {
    const breaker = new EndpointBreaker(closedBreaker, middle);
    for (let n = 0; n < 4; n += 1) breaker.laneFailed(1_000, false);
    breaker.succeeded();
    breaker.laneFailed(1_000, false);
    assert.deepEqual([breaker.isOpen(1_000), breaker.probes], [false, false]);
  });

  test('lets one probe through when its time is over, and doubles with each that fails', () => {
    const breaker = openBreaker();
    let nowMs = breaker.openUntilMs;
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      assert.ok(breaker.probes && !breaker.isOpen(nowMs));
      breaker.laneFailed(nowMs, true);
      waits.push((breaker.openUntilMs - nowMs) / 1_000);
      nowMs = breaker.openUntilMs;
    }
    assert.deepEqual(waits, [10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  test('closes with the first success', () => {
    const breaker = openBreaker();
    breaker.succeeded();
    assert.deepEqual(breaker.state, closedBreaker);
    assert.ok(breaker.isPristine && !breaker.probes);
  });

  test('learns nothing from requests that were under way when it opened', () => {
    const breaker = openBreaker();
    const { openUntilMs } = breaker;
    breaker.laneFailed(1_500, false);
    breaker.rowFailed(7, 1_500, false);
    assert.equal(breaker.openUntilMs, openUntilMs);
  });

  test('opens after twenty different events were refused in a row, not after one twenty times', () => {
    const one = new EndpointBreaker(closedBreaker, middle);
    for (let n = 0; n < 40; n += 1) one.rowFailed(7, 1_000, false);
    assert.equal(one.isOpen(1_000), false);
    const many = new EndpointBreaker(closedBreaker, middle);
    for (let event = 0; event < 19; event += 1) many.rowFailed(event, 1_000, false);
    assert.equal(many.isOpen(1_000), false);
    many.rowFailed(19, 1_000, false);
    assert.deepEqual([many.isOpen(5_999), many.probes], [true, true]);
  });

  test('stays shut for a quarter of an hour where nothing may be sent', () => {
    const breaker = new EndpointBreaker(closedBreaker, middle);
    breaker.forbidden(0);
    assert.deepEqual([breaker.isOpen(899_999), breaker.isOpen(900_000)], [true, false]);
    assert.ok(breaker.probes);
  });

  test('keeps to what the receiver asked for, even when another request succeeds', () => {
    const breaker = new EndpointBreaker(closedBreaker, middle);
    breaker.hold(60_000);
    breaker.succeeded();
    assert.deepEqual([breaker.isOpen(59_999), breaker.isOpen(60_000)], [true, false]);
  });

  test('goes on where it was after a restart', () => {
    const saved = openBreaker().state;
    const breaker = new EndpointBreaker(saved, middle);
    assert.ok(breaker.isOpen(saved.openUntilMs - 1) && breaker.probes);
    breaker.laneFailed(saved.openUntilMs, true);
    assert.equal(breaker.openUntilMs, saved.openUntilMs + 10_000);
  });

  test('is never open for more than 18 minutes, whatever happens', () => {
    const happening = fc.constantFrom('lane', 'row', 'success', 'forbidden');
    fc.assert(
      fc.property(
        fc.array(happening),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (all, chance) => {
          const breaker = new EndpointBreaker(closedBreaker, () => chance);
          let nowMs = 1;
          for (const [event, what] of all.entries()) {
            nowMs = Math.max(nowMs, breaker.openUntilMs);
            if (what === 'lane') breaker.laneFailed(nowMs, breaker.probes);
            if (what === 'row') breaker.rowFailed(event, nowMs, breaker.probes);
            if (what === 'success') breaker.succeeded();
            if (what === 'forbidden') breaker.forbidden(nowMs);
            assert.ok(breaker.openUntilMs - nowMs <= 1_080_000);
            assert.ok(what !== 'success' || !breaker.isOpen(nowMs));
          }
        },
      ),
    );
  });
});
