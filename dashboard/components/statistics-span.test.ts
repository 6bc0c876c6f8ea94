import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readSpan, spanAt, spanBefore } from './statistics-span.ts';

const hourMs = 3_600_000;
const nowMs = 1_000 * hourMs + 1;

const iso = (atMs: number): string => new Date(atMs).toISOString();

function read(time: string, by = '', custom: { from?: string; until?: string } = {}) {
  return readSpan({ range: { time, from: '', until: '', ...custom }, by, compare: '' }, nowMs);
}

suite('the time of figures', () => {
  test('is a month by days where the address says nothing, or nothing that makes sense', () => {
    const usual = { by: 'day', mayBeByHour: true, compares: false };
    assert.deepEqual(read(''), { ...usual, asked: { time: 'month', from: '', until: '' } });
    assert.equal(read('month', 'week').by, 'day');
  });

  test('goes by hours for a day, and where they are asked for within a month', () => {
    assert.equal(read('day').by, 'hour');
    assert.equal(read('day', 'day').by, 'day');
    assert.equal(read('month', 'hour').by, 'hour');
    assert.equal(read('quarter', 'hour').by, 'day');
    assert.equal(read('quarter').mayBeByHour, false);
  });

  test('ends behind the hour that runs', () => {
    const untilMs = 1_001 * hourMs;
    const fromMs = untilMs - 168 * hourMs;
    assert.deepEqual(spanAt(read('week'), nowMs), { from: iso(fromMs), until: iso(untilMs) });
  });

  test('of a custom range ends with its last minute, and without a beginning is 30 days long', () => {
    const { from, until } = spanAt(read('custom', '', { until: '1970-02-20T10:59' }), nowMs);
    const untilMs = new Date('1970-02-20T11:00').getTime();
    assert.deepEqual([from, until], [iso(untilMs - 720 * hourMs), iso(untilMs)]);
  });

  test('is compared with as long a time right before it', () => {
    const week = spanAt(read('week'), nowMs);
    const before = spanBefore(read('week'), nowMs);
    assert.equal(before.until, week.from);
    assert.equal(
      Date.parse(before.until) - Date.parse(before.from),
      Date.parse(week.until) - Date.parse(week.from),
    );
  });

  test('of a day that is not over is compared with the same hours of the day before', () => {
    const [today, before] = [spanAt(read('today'), nowMs), spanBefore(read('today'), nowMs)];
    assert.equal(Date.parse(today.from) - Date.parse(before.from), 24 * hourMs);
    assert.equal(Date.parse(today.until) - Date.parse(before.until), 24 * hourMs);
  });
});
