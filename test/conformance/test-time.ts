/** Time that is moved on for test messages that wait. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance, atMs, money } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';

const hourMs = 3_600_000;
const lane = 'sms/1/0:normal/1';
const author = { actor: 'ada', atMs };

type Wait = {
  readonly id: number;
  readonly isLive?: boolean;
  /** In hours from now, as the others. */
  readonly scheduled?: number;
  readonly due: number;
  readonly valid: number;
};

/** A message that waits in the lane; its job. */
async function withWait(storage: Storage, account: Account, wait: Wait): Promise<number> {
  const { id, isLive = false, scheduled, due, valid } = wait;
  const scheduledAtMs = scheduled === undefined ? null : atMs + scheduled * hourMs;
  const accepted = anAcceptance(account, id, {
    message: { test: !isLive, scheduledAtMs, validUntilMs: atMs + valid * hourMs },
    recipient: { cost: money(0) },
    job: { lane, dueAtMs: atMs + due * hourMs },
  });
  await storage.messages.acceptMessages([accepted]);
  return must(accepted.jobs[0], 'job').id;
}

/** What waits, in hours from now: each message and when it is due, ends, was to leave and ends to be valid. */
async function waitsOf(storage: Storage): Promise<readonly unknown[]> {
  const parts = await storage.messages.dueParts({ lane, limit: 10, nowMs: atMs + 1_000 * hourMs });
  const hours = (instantMs: number | null): number | null =>
    instantMs === null ? null : (instantMs - atMs) / hourMs;
  return parts
    .map(({ job, load: { message } }) => [
      message.id,
      ...[job.dueAtMs, job.expiresAtMs, message.scheduledAtMs, message.validUntilMs].map(hours),
    ])
    .toSorted(([a], [b]) => Number(a) - Number(b));
}

export function testTime(open: () => Promise<Storage>): void {
  test('comes sooner for what waits, as far as to its schedule, and never before now', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const jobIds: number[] = [];
    for (const wait of [
      { id: 1, scheduled: 5, due: 5, valid: 53 },
      { id: 2, scheduled: 2, due: 2, valid: 50 },
      { id: 3, due: -1, valid: 48 },
      { id: 4, due: 1, valid: 2 },
    ]) {
      jobIds.push(await withWait(storage, account, wait));
    }
    const before = await storage.settings.settingsVersion();
    const moves = await storage.jobs.countMoves();
    const batch = { accountId: account.id, byMs: 3 * hourMs, messageIds: [1, 2, 3, 4], jobIds };
    assert.equal(await storage.jobs.moveTexts(batch, author), 4);
    assert.deepEqual(await waitsOf(storage), [
      [1, 2, 50, 2, 50],
      [2, 0, 48, 0, 48],
      [3, -1, 45, null, 45],
      [4, 0, 0, null, 0],
    ]);
    // Every process looks when these have moved.
    assert.equal(await storage.settings.settingsVersion(), before + 1);
    assert.equal(await storage.jobs.countMoves(), moves + 1);
    assert.equal(await storage.jobs.moveTexts(batch, author), 4);
    assert.equal(await storage.jobs.countMoves(), moves + 2);
    const {
      records: [audit],
    } = await storage.audit.auditRecords({
      accountId: account.id,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 1,
    });
    const { action, actor, details } = must(audit, 'audit');
    assert.deepEqual(
      [action, actor, JSON.parse(details)],
      ['simulator.time', 'ada', { byS: 10_800, messages: 4, parts: 4 }],
    );
  });

  test('leaves live messages, those of others, and what has gone as they are, and then nothing is noted', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const jobId = await withWait(storage, account, { id: 1, isLive: true, due: 5, valid: 53 });
    const testJobId = await withWait(storage, account, { id: 2, due: 5, valid: 53 });
    const stands = await waitsOf(storage);
    const version = await storage.settings.settingsVersion();
    const move = (accountId: number, jobIds: readonly number[]): Promise<number> =>
      storage.jobs.moveTexts({ accountId, byMs: 3 * hourMs, messageIds: [1, 2], jobIds }, author);
    assert.equal(await move(account.id, [jobId, 9_999]), 0);
    assert.equal(await move(account.id + 1, [jobId, testJobId]), 0);
    assert.deepEqual(await waitsOf(storage), stands);
    assert.equal(await storage.settings.settingsVersion(), version);
    assert.equal(await move(account.id, [jobId, testJobId]), 1);
    assert.deepEqual((await waitsOf(storage))[0], stands[0]);
  });
}
