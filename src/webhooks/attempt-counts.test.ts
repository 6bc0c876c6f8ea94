import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { aJob, atMs } from '#test/harness/records.ts';
import { AttemptCounts } from './attempt-counts.ts';
import { noPhases } from './http/poster.ts';
import type { Attempt, AttemptCount, DeliverySettlement } from './webhook-store.ts';

const hourMs = 3_600_000;

function settled(over: Partial<Attempt>): DeliverySettlement {
  const attempt: Attempt = {
    eventId: 1,
    endpointId: 7,
    jobId: 1,
    n: 1,
    atMs,
    outcome: 'delivered',
    status: 200,
    error: '',
    durationMs: 40,
    phases: noPhases,
    url: 'https://shop.example/hook',
    ip: '',
    responseHead: '',
    responseBody: '',
    ...over,
  };
  return { job: aJob(), attempt };
}

function setup() {
  const saved: AttemptCount[] = [];
  const storage = { isAway: false };
  const store = {
    async countAttempts(counts: readonly AttemptCount[]) {
      if (storage.isAway) throw new Error('away');
      saved.push(...counts);
    },
  };
  const counts = new AttemptCounts({ store, clock: new HeldClock(), log: openLog('silent') });
  return { counts, saved, storage };
}

suite('attempts', () => {
  test('of an hour that ended alike are one row', async () => {
    const { counts, saved } = setup();
    counts.note([settled({}), settled({}), settled({ outcome: 'retry', durationMs: 900 })]);
    counts.note([settled({ atMs: atMs + hourMs })]);
    await counts.save();
    const rows = saved.map(({ startsAtMs, outcome, attempts }) => [startsAtMs, outcome, attempts]);
    assert.deepEqual(rows, [
      [atMs, 'delivered', 2],
      [atMs, 'failed', 1],
      [atMs + hourMs, 'delivered', 1],
    ]);
  });

  test('that were not sent have no duration, and what was dropped is none', async () => {
    const { counts, saved } = setup();
    counts.note([settled({ outcome: 'forbidden' }), settled({ outcome: 'dropped', url: '' })]);
    await counts.save();
    assert.deepEqual(
      saved.map(({ outcome, bucket }) => [outcome, bucket]),
      [['failed', 0]],
    );
  });

  test('that could not be stored are stored with the next', async () => {
    const { counts, saved, storage } = setup();
    storage.isAway = true;
    counts.note([settled({})]);
    await counts.save();
    storage.isAway = false;
    counts.note([settled({})]);
    await counts.save();
    assert.deepEqual(
      saved.map(({ attempts }) => attempts),
      [2],
    );
  });
});
