/** Messages that callers leave, calls that nobody took, and greetings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewTextBack } from '#numbers/text-back/text-back.ts';
import type { NewVoicemail, OwedMissedCall } from '#numbers/voicemail/voicemail.ts';
import type { Job } from '#queue/job.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';

const author = { actor: 'test', atMs };
const newest = Number.MAX_SAFE_INTEGER;
const page = { limit: 10, nowMs: atMs };
const dayMs = 86_400_000;

function aVoicemail(accountId: number, over: Partial<NewVoicemail> = {}): NewVoicemail {
  return {
    id: 1,
    accountId,
    numberId: 3,
    number: '33755000001',
    caller: '33612345678',
    callerName: 'Zoé',
    startedAtMs: atMs,
    durationMs: 4_000,
    law: 'pcma',
    end: 'key',
    mailTo: 'me@acme.example',
    language: 'fr',
    isSimulated: false,
    ...over,
  };
}

function aMissedCall(accountId: number, over: Partial<OwedMissedCall> = {}): OwedMissedCall {
  return {
    id: 1,
    accountId,
    number: '33755000001',
    caller: '33612345678',
    callerName: '',
    atMs,
    cause: 'busy',
    tellTo: 'me@acme.example',
    language: 'en',
    isSimulated: true,
    ...over,
  };
}

function aTextBack(accountId: number, over: Partial<NewTextBack> = {}): NewTextBack {
  return {
    id: 1,
    accountId,
    number: phone('33755000001'),
    caller: phone('33612345678'),
    atMs,
    text: 'We call back.',
    isSimulated: false,
    ...over,
  };
}

function rentedNumber(storage: Storage, accountId: number) {
  return storage.numbers.createNumber({
    digits: '33755000001',
    kind: 'long',
    accountId,
    operatorId: null,
    takesSms: true,
    takesCalls: true,
    createdAtMs: atMs,
  });
}

function aJob(subject: number, lane: string, over: Partial<Job> = {}): Job {
  const id = 100 + subject;
  return {
    id,
    lane,
    dueAtMs: atMs,
    attempt: 0,
    orderKey: null,
    expiresAtMs: atMs + 30 * dayMs,
    subject,
    ...over,
  };
}

const mailJob = (id: number) => aJob(id, 'notice/voicemail');
const missedJob = (id: number) => aJob(id, 'notice/missed-call');
const sound = Buffer.from([0, 0xd5, 255, 10]);

export function voicemails(open: () => Promise<Storage>): void {
  test('a message, its sound and the job that owes its mail are one commit, and are stored once', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    const voicemail = aVoicemail(accountId);
    assert.equal(await store.saveVoicemail(voicemail, sound, mailJob(1)), true);
    assert.equal(await store.saveVoicemail(voicemail, sound, { ...mailJob(1), id: 999 }), false);
    const kept = { ...voicemail, mailState: 'owed', heardAtMs: null };
    assert.deepEqual(await store.findVoicemail(1), kept);
    assert.deepEqual([...(await store.callsWithMessage([1, 999]))], [1]);
    assert.deepEqual(await store.readVoice(1), sound);
    assert.deepEqual(await store.readOwedVoicemails(page), [{ job: mailJob(1), load: kept }]);
    assert.deepEqual(await store.readOwedVoicemails({ ...page, nowMs: atMs - 1 }), []);
  });

  test('who listens is written down, and heard it is from the first time on', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    await store.saveVoicemail(aVoicemail(accountId), sound, mailJob(1));
    const viewer = { actor: 'ada', atMs };
    await store.noteListened({ id: 1, accountId, isOnlyViewed: true }, viewer);
    assert.equal((await store.findVoicemail(1))?.heardAtMs, null);
    await store.noteListened({ id: 1, accountId }, { actor: 'zoe', atMs: atMs + 5 });
    await store.noteListened({ id: 1, accountId }, { actor: 'bob', atMs: atMs + 9 });
    const heardAt = async () => (await store.findVoicemail(1))?.heardAtMs;
    assert.equal(await heardAt(), atMs + 5);
    const later = { actor: 'zoe', atMs: atMs + 12 };
    assert.equal(await store.markHeard(1, false, later), true);
    assert.equal(await heardAt(), null);
    assert.equal(await store.markHeard(1, true, later), true);
    assert.equal(await heardAt(), atMs + 12);
    assert.equal(await store.markHeard(2, true, later), false);
    await store.noteListened({ id: 2, accountId }, later);
    const audit = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 4);
    assert.deepEqual(
      audit.map(({ actor, action, target }) => [actor, action, target]),
      [
        ['zoe', 'voicemail.mark', '1'],
        ['zoe', 'voicemail.mark', '1'],
        ['bob', 'voicemail.listen', '1'],
        ['zoe', 'voicemail.listen', '1'],
      ],
    );
  });

  test('messages are listed by account and number, newest first', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    for (const id of [1, 2, 3]) {
      const number = id === 2 ? '33755000002' : '33755000001';
      const over = { id, number, startedAtMs: atMs + id, caller: `3361${id}` };
      await store.saveVoicemail(aVoicemail(accountId, over), sound, mailJob(id));
    }
    const ids = async (query: object) =>
      (await store.listVoicemails({ beforeId: newest, limit: 10, ...query })).map(({ id }) => id);
    assert.deepEqual(await ids({ accountId }), [3, 2, 1]);
    assert.deepEqual(await ids({ number: '33755000002' }), [2]);
    assert.deepEqual(await ids({ beforeId: 3, limit: 1 }), [2]);
    assert.deepEqual(await ids({ afterId: 1 }), [2, 3]);
    await store.markHeard(1, true, author);
    for (const [filter, fitting] of [
      [{ callerBegins: '33613' }, [3]],
      [{ isHeard: true }, [1]],
      [{ isHeard: false }, [3, 2]],
      [{ fromMs: atMs + 2, untilMs: atMs + 3 }, [2]],
    ] as const) {
      assert.deepEqual(await ids(filter), fitting);
      assert.equal(await store.countVoicemails({ accountId, ...filter }), fitting.length);
    }
    assert.deepEqual(await ids({ accountId: accountId + 1 }), []);
    assert.equal(await store.removeVoicemail(2, author), true);
    assert.equal(await store.removeVoicemail(2, author), false);
    assert.equal(await store.readVoice(2), undefined);
    assert.equal((await store.readOwedVoicemails(page)).length, 2);
  });

  test('a mail that was handed over is owed no more, and its fate is noted once', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    await store.saveVoicemail(aVoicemail(accountId), sound, mailJob(1));
    await store.settleVoicemail(mailJob(1), 'queued');
    assert.deepEqual(await store.readOwedVoicemails(page), []);
    assert.deepEqual(await store.listQueued(10), [1]);
    await store.noteMailFate(1, 'sent');
    await store.noteMailFate(1, 'not sent');
    assert.equal((await store.findVoicemail(1))?.mailState, 'sent');
    assert.deepEqual(await store.listQueued(10), []);
  });

  test('a fate that comes before the handing over is noted is not overwritten by it', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    await store.saveVoicemail(aVoicemail(accountId), sound, mailJob(1));
    await store.noteMailFate(1, 'sent');
    await store.settleVoicemail(mailJob(1), 'queued');
    assert.equal((await store.findVoicemail(1))?.mailState, 'sent');
    assert.deepEqual(await store.readOwedVoicemails(page), []);
  });

  test('old messages are forgotten with their sound, but for those whose mail is owed', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    const oldMs = atMs - 31 * dayMs;
    for (const [id, startedAtMs] of [
      [1, oldMs],
      [2, oldMs],
      [3, atMs],
    ] as const) {
      await store.saveVoicemail(aVoicemail(accountId, { id, startedAtMs }), sound, mailJob(id));
    }
    await store.settleVoicemail(mailJob(1), 'refused');
    const age = { nowMs: atMs, beforeMs: atMs - 30 * dayMs };
    for await (const rows of storage.history.forgetVoicemails(age)) assert.equal(rows, 1);
    const left = await store.listVoicemails({ beforeId: newest, limit: 10 });
    assert.deepEqual(
      left.map(({ id }) => id),
      [3, 2],
    );
    assert.equal(await store.readVoice(1), undefined);
  });

  test('a missed call is noted once for a caller and a number in its time', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    const since = atMs - 600_000;
    const note = (over: Partial<OwedMissedCall>, sinceMs = since) => {
      const call = aMissedCall(accountId, over);
      return store.noteMissedCall(call, missedJob(call.id), sinceMs);
    };
    assert.equal(await note({}), true);
    assert.equal(await note({}), false);
    assert.equal(await note({ id: 2 }), false);
    assert.equal(await note({ id: 3, caller: '33612345679' }), true);
    assert.equal(await note({ id: 4, atMs: atMs + 700_000 }, atMs + 100_000), true);
    const owed = await store.readOwedMissedCalls(page);
    assert.deepEqual(
      owed.map(({ load }) => load.id),
      [1, 3, 4],
    );
    assert.deepEqual(owed[0], { job: missedJob(1), load: aMissedCall(accountId) });
  });

  test('a notice gathers what is untold for its address, and keeps that over a crash', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    const calls = [
      aMissedCall(accountId, { id: 1, caller: '1' }),
      aMissedCall(accountId, { id: 2, caller: '2' }),
      aMissedCall(accountId, { id: 3, caller: '3', tellTo: 'other@acme.example' }),
    ] as const;
    for (const call of calls) await store.noteMissedCall(call, missedJob(call.id), 0);
    assert.deepEqual(await store.gatherMissedCalls(calls[0]), calls.slice(0, 2));
    await store.noteMissedCall(aMissedCall(accountId, { id: 4, caller: '4' }), missedJob(4), 0);
    assert.deepEqual(await store.gatherMissedCalls(calls[0]), calls.slice(0, 2));
    assert.deepEqual(await store.gatherMissedCalls(calls[1]), []);
    assert.equal(await store.countNotices(accountId, 'me@acme.example', 0), 0);
    await store.settleMissedCalls(missedJob(1), atMs);
    assert.equal(await store.countNotices(accountId, 'me@acme.example', atMs - 1), 1);
    assert.equal(await store.countNotices(accountId, 'me@acme.example', atMs), 0);
    const left = await store.readOwedMissedCalls(page);
    assert.deepEqual(
      left.map(({ load }) => load.id),
      [3, 4],
    );
  });

  test('a caller is texted once for a number in its time, unless the text was refused', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    await rentedNumber(storage, accountId);
    const store = storage.calls;
    const since = atMs - dayMs;
    const note = (over: Partial<NewTextBack>, sinceMs = since) => {
      const textBack = aTextBack(accountId, over);
      return store.noteTextBack(textBack, aJob(textBack.id, 'notice/text-back'), sinceMs);
    };
    assert.equal(await note({}), true);
    assert.equal(await note({}), false);
    assert.equal(await note({ id: 2 }), false);
    assert.equal(await note({ id: 3, caller: phone('33612345679') }), true);
    assert.equal(await note({ id: 4, number: phone('33755000009') }), false);
    const owed = await store.readOwedTextBacks(page);
    assert.deepEqual(
      owed.map(({ load }) => load.id),
      [1, 3],
    );
    const [first] = owed;
    assert.ok(first !== undefined);
    assert.deepEqual(first.job, aJob(1, 'notice/text-back'));
    const kept = { ...aTextBack(accountId), state: 'owed', why: '', messageId: null } as const;
    assert.deepEqual(first.load, kept);
    await store.settleTextBack(first.job, { state: 'refused', why: 'stopped' });
    assert.deepEqual(await store.findTextBack(1), { ...kept, state: 'refused', why: 'stopped' });
    assert.equal(await note({ id: 5 }), true);
    await store.settleTextBack(aJob(5, 'notice/text-back'), { state: 'sent', messageId: 17 });
    const sent = { ...kept, id: 5, state: 'sent', messageId: 17 };
    assert.deepEqual(await store.findTextBack(5), sent);
    assert.equal(await note({ id: 6 }), false);
    assert.equal(await note({ id: 7, atMs: atMs + dayMs + 1 }, atMs + 1), true);
  });

  test('of two calls at once one caller is texted once', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    await rentedNumber(storage, accountId);
    const noted = await Promise.all(
      [1, 2, 3, 4].map((id) =>
        storage.calls.noteTextBack(
          aTextBack(accountId, { id }),
          aJob(id, 'notice/text-back'),
          atMs - dayMs,
        ),
      ),
    );
    assert.equal(noted.filter(Boolean).length, 1);
  });

  test('texts to callers are forgotten when they are old', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    await rentedNumber(storage, accountId);
    const note = (id: number, at: number) =>
      storage.calls.noteTextBack(
        aTextBack(accountId, { id, atMs: at }),
        aJob(id, 'notice/text-back'),
        at - dayMs,
      );
    await note(1, atMs);
    await note(2, atMs + 2 * dayMs);
    const age = { beforeMs: atMs + dayMs, nowMs: atMs + dayMs };
    for await (const rows of storage.history.forgetTextBacks(age)) assert.equal(rows, 1);
    assert.equal(await storage.calls.findTextBack(1), undefined);
    assert.equal((await storage.calls.findTextBack(2))?.id, 2);
  });

  test('a number has its own greeting, else that of its account', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.voicemails;
    const ofNumber = { accountId, numberId: 7 };
    const ofAccount = { accountId, numberId: 0 };
    assert.equal(await store.findGreeting(ofNumber), undefined);
    await store.saveGreeting(ofAccount, Buffer.from([1, 2]), author);
    assert.deepEqual(await store.findGreeting(ofNumber), Buffer.from([1, 2]));
    assert.equal(await store.findOwnGreeting(ofNumber), undefined);
    assert.deepEqual(await store.findOwnGreeting(ofAccount), Buffer.from([1, 2]));
    await store.saveGreeting(ofNumber, Buffer.from([3, 4]), author);
    await store.saveGreeting(ofNumber, Buffer.from([5, 6]), author);
    assert.deepEqual(await store.findGreeting(ofNumber), Buffer.from([5, 6]));
    assert.deepEqual(await store.findGreeting(ofAccount), Buffer.from([1, 2]));
    assert.equal(await store.removeGreeting(ofNumber, author), true);
    assert.equal(await store.removeGreeting(ofNumber, author), false);
    assert.deepEqual(await store.findGreeting(ofNumber), Buffer.from([1, 2]));
  });
}
