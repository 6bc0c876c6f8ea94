import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readSpan, spanAt } from './statistics-span.ts';

const hourMs = 3_600_000;

suite('the time of figures', () => {
  test('is a month by days where the address says nothing, or nothing that makes sense', () => {
    const usual = { days: 30, by: 'day', mayBeByHour: true };
    assert.deepEqual(readSpan('', ''), usual);
    assert.deepEqual(readSpan('31', 'week'), usual);
  });

  test('goes by hours for a day, and where they are asked for within a month', () => {
    assert.equal(readSpan('1', '').by, 'hour');
    assert.equal(readSpan('1', 'day').by, 'day');
    assert.equal(readSpan('30', 'hour').by, 'hour');
    assert.deepEqual(readSpan('90', 'hour'), { days: 90, by: 'day', mayBeByHour: false });
  });

  test('ends behind the hour that runs', () => {
    const asked = spanAt(readSpan('7', ''), 1_000 * hourMs + 1);
    const untilMs = 1_001 * hourMs;
    assert.deepEqual(asked, { from: String(untilMs - 168 * hourMs), until: String(untilMs) });
  });
});
