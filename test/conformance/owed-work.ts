/** The queue: lanes, due rows, retries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance, atMs } from '#test/harness/records.ts';
import { aLease, smsLane, withAccount } from './setup.ts';

export function owedWork(open: () => Promise<Storage>): void {
  test('lanes with due work are found, each once, of their own engine', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const lanes = [
      'sms/1/0:normal/1',
      'sms/1/0:normal/1',
      'sms/10/0:bulk/2',
      'smsx/1',
      'webhook/1',
    ];
    await storage.messages.acceptMessages(
      lanes.map((lane, index) =>
        anAcceptance(account, index + 1, { job: { lane, dueAtMs: atMs + index } }),
      ),
    );
    const found = await storage.jobs.lanesWithWork('sms', atMs + 10);
    assert.deepEqual(
      found.map((each) => ({ ...each })),
      [
        { lane: 'sms/1/0:normal/1', earliestJobId: 10 },
        { lane: 'sms/10/0:bulk/2', earliestJobId: 30 },
      ],
    );
    assert.deepEqual(
      (await storage.jobs.lanesWithWork('sms', atMs)).map(({ earliestJobId }) => earliestJobId),
      [10, null],
    );
    const behind = await storage.jobs.lanesWithWork('sms', atMs + 10, found[0]?.lane);
    assert.deepEqual(
      behind.map(({ lane }) => lane),
      ['sms/10/0:bulk/2'],
    );
    assert.equal(await storage.jobs.countOwed('sms/1/', 10), 2);
    assert.equal(await storage.jobs.countOwed('sms/', 2), 2);
    const toSend = (accountId: number, mode: 'live' | 'test' = 'live') =>
      storage.messages.countToSend({ accountId, mode }, 10);
    assert.deepEqual([await toSend(1), await toSend(2), await toSend(3)], [2, 1, 0]);
    assert.equal(await toSend(1, 'test'), 0);
  });

  test('what is behind is told of each engine: how much, and how long the earliest waits', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const { owed: none, ...late } = await storage.jobs.findLag('sms', 10);
    assert.equal(none, 0);
    assert.deepEqual(new Set(Object.values(late)), new Set([undefined]));
    const { nowMs } = await storage.leases.renew({
      process: {
        id: 1,
        host: 'here',
        pid: 1,
        version: '1.0.0',
        roles: [],
        startedAtMs: 0,
        draining: false,
      },
      held: [],
      leaseMs: 0,
      forgetAfterMs: 60_000,
    });
    const jobs = [
      { lane: 'sms/1/0:normal/1', dueAtMs: nowMs - 3_000 },
      { lane: 'sms/2/0:normal/1', dueAtMs: nowMs - 9_000 },
      { lane: 'sms/2/0:normal/1', dueAtMs: nowMs + 900_000 },
      { lane: 'smsx/1', dueAtMs: 0 },
    ];
    await storage.messages.acceptMessages(
      jobs.map((job, index) => anAcceptance(account, index + 1, { job })),
    );
    const { owed, lateMs = 0 } = await storage.jobs.findLag('sms', 10);
    assert.equal(owed, 3);
    assert.ok(lateMs >= 9_000 && lateMs < 600_000, `${lateMs} ms`);
    assert.equal((await storage.jobs.findLag('sms', 2)).owed, 2);
  });

  test('rows come by due time and then by id, and none before it is due', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const dues = [atMs + 5, atMs, atMs + 1, atMs];
    await storage.messages.acceptMessages(
      dues.map((dueAtMs, index) => anAcceptance(account, index + 1, { job: { dueAtMs } })),
    );
    const ids = async (nowMs: number, limit: number) =>
      (await storage.messages.dueParts({ ...smsLane, nowMs, limit })).map(({ job }) => job.id);
    assert.deepEqual(await ids(atMs + 1, 10), [20, 40, 30]);
    assert.deepEqual(await ids(atMs + 9, 2), [20, 40]);
  });

  test('a job is put off only from the attempt that its owner read', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await storage.messages.acceptMessages([anAcceptance(account, 1)]);
    const lease = await aLease(storage);
    const retry = { lease, jobId: 10, attemptRead: 0, attempt: 1, dueAtMs: atMs + 100 };
    await storage.jobs.retryJobs([retry, { ...retry, dueAtMs: atMs + 900 }]);
    assert.deepEqual(await storage.messages.dueParts(smsLane), []);
    const [owed] = await storage.messages.dueParts({ ...smsLane, nowMs: atMs + 100 });
    assert.deepEqual([owed?.job.attempt, owed?.job.dueAtMs], [1, atMs + 100]);
  });
}
