/** Lanes as people see and stop them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance } from '#test/harness/records.ts';
import { aLease, plain, withAccount } from './setup.ts';

const lane = 'sms/3/0:bulk/17';

export function lanes(open: () => Promise<Storage>): void {
  test('a lane is stopped once, by somebody, until it is resumed', async () => {
    await using storage = await open();
    const { jobs: store, settings } = storage;
    const before = await settings.settingsVersion();
    assert.equal(await store.pauseLane(lane, { actor: 'ada', atMs: 5 }), true);
    assert.equal(await store.pauseLane(lane, { actor: 'bob', atMs: 6 }), false);
    assert.deepEqual(plain(await store.listPauses()), [{ lane, sinceMs: 5, actor: 'ada' }]);
    // Every process looks when this has moved.
    assert.equal(await settings.settingsVersion(), before + 1);
    assert.equal(await store.resumeLane(lane, { actor: 'bob', atMs: 7 }), true);
    assert.equal(await store.resumeLane(lane, { actor: 'bob', atMs: 8 }), false);
    assert.deepEqual(await store.listPauses(), []);
    const audit = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(
      audit.map(({ action, actor, target }) => [action, actor, target]),
      [
        ['lane.resumed', 'bob', lane],
        ['lane.paused', 'ada', lane],
      ],
    );
  });

  test('a task is open until everybody is through or somebody stops it', async () => {
    await using storage = await open();
    const { jobs: waiting } = storage;
    const filter = { accountId: 17, tag: 'spring', beforeMs: 9 };
    const wish = { kind: 'cancel', filter, toOperatorId: null } as const;
    const task = await waiting.addTask(wish, { actor: 'ada', atMs: 5 });
    const other = await waiting.addTask(wish, { actor: 'ada', atMs: 6 });
    assert.equal(await waiting.noteTexts(task, 3), true);
    assert.equal(await waiting.noteTexts(task, 4), true);
    for (const owner of ['sms/3/1', 'sms/3/0', 'sms/3/0']) await waiting.finishStep(task, owner);
    assert.deepEqual(await waiting.stepsOf(task), ['sms/3/0', 'sms/3/1']);
    assert.deepEqual(await waiting.stepsOf(other), []);
    assert.equal(await waiting.stopTask(other, { actor: 'bob', atMs: 7 }), true);
    assert.equal(await waiting.stopTask(other, { actor: 'bob', atMs: 8 }), false);
    assert.equal(await waiting.noteTexts(other, 1), false);
    assert.deepEqual(
      (await waiting.openTasks()).map(({ id }) => id),
      [task],
    );
    await waiting.finishTask(task, 9);
    await waiting.finishTask(task, 10);
    assert.deepEqual(await waiting.stepsOf(task), []);
    const common = { ...wish, actor: 'ada' };
    assert.deepEqual(plain(await waiting.listTasks(10)), [
      { ...common, id: other, createdAtMs: 6, state: 'stopped', endedAtMs: 7, texts: 0 },
      { ...common, id: task, createdAtMs: 5, state: 'done', endedAtMs: 9, texts: 7 },
    ]);
  });

  test('what waits is told slice by slice, with what decides whether it may be taken back', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const { messages, jobs: waiting } = storage;
    const accepted = anAcceptance(account, 5, { message: { tag: 'spring' } });
    await messages.acceptMessages([accepted]);
    const [job] = accepted.jobs as [(typeof accepted.jobs)[0]];
    const [recipient] = accepted.recipients as [(typeof accepted.recipients)[0]];
    const begin = { dueAtMs: 0, jobId: 0 };
    const told = {
      jobId: job.id,
      dueAtMs: job.dueAtMs,
      partId: job.subject,
      attempt: 0,
      unanswered: 0,
      phone: recipient.phone,
      form: recipient.form,
      parts: recipient.parts,
      operatorId: recipient.operatorId,
      cost: recipient.cost,
      currency: accepted.message.currency,
      accountId: account.id,
      tag: 'spring',
      acceptedAtMs: accepted.message.acceptedAtMs,
      test: false,
      intended: false,
      isCancelled: false,
    };
    assert.deepEqual(plain(await waiting.waitingSlice(job.lane, begin, 10)), [told]);
    await messages.intendSubmits([job.id], await aLease(storage));
    const [doubtful] = await waiting.waitingSlice(job.lane, begin, 10);
    assert.equal(doubtful?.intended, true);
    assert.deepEqual(await waiting.waitingSlice(job.lane, told, 10), []);
  });

  test('submits that nobody answered are counted with the job, whatever else puts it off', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anAcceptance(account, 6);
    await storage.messages.acceptMessages([accepted]);
    const [job] = accepted.jobs as [(typeof accepted.jobs)[0]];
    const read = async () => {
      const query = { lane: job.lane, limit: 1, nowMs: job.dueAtMs };
      const [due] = await storage.messages.dueParts(query);
      return due?.job.unanswered;
    };
    assert.equal(await read(), undefined);
    const retry = { jobId: job.id, attemptRead: 0, attempt: 0, dueAtMs: job.dueAtMs };
    await storage.jobs.retryJobs([{ ...retry, unanswered: 2 }]);
    assert.equal(await read(), 2);
    await storage.jobs.retryJobs([{ ...retry, attempt: 1 }]);
    assert.equal(await read(), 2);
  });
}
