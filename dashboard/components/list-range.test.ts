import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRange } from './list-range.ts';

const nowMs = new Date(2026, 9, 26, 15, 30).getTime();
const dayMs = 86_400_000;

test('presets end now, or at the midnights of the reader', () => {
  const named = (time: string) => readRange({ time, from: '', until: '' }, nowMs);
  const [before, today] = [new Date(2026, 9, 25).getTime(), new Date(2026, 9, 26).getTime()];
  assert.deepEqual(named('today'), { from: today });
  assert.deepEqual(named('yesterday'), { from: before, until: today });
  assert.deepEqual(named('day'), { from: nowMs - dayMs });
  assert.deepEqual(named('week'), { from: nowMs - 7 * dayMs });
  assert.deepEqual(named('month'), { from: nowMs - 30 * dayMs });
});

const of = (from: string, until: string) => readRange({ time: 'custom', from, until }, nowMs);

test('a custom range has both its minutes in it, and may be open', () => {
  const from = new Date(2026, 9, 1, 8, 5).getTime();
  assert.deepEqual(of('2026-10-01T08:05', '2026-10-01T08:05'), { from, until: from + 60_000 });
  assert.deepEqual(of('2026-10-01T08:05', ''), { from });
  assert.deepEqual(of('', ''), {});
});

test('what an address says that makes no sense is as if it said nothing', () => {
  assert.deepEqual(readRange({ time: 'toString', from: '2026-10-01T08:05', until: '' }, nowMs), {});
  assert.deepEqual(readRange({ time: 'custom', from: 'then', until: '' }, nowMs), {});
});
