import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { voicemailLane } from '#model/notice-lanes.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { pause } from '#test/harness/pause.ts';
import { atMs, money, phone } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import type { MissedCall } from '../calls/voicemail-taker.ts';
import { MissedCallService } from './missed-call-service.ts';
import { type NoticeSender, Notices, type OutgoingNotice } from './notices.ts';

const log = openLog('silent');
const minuteMs = 60_000;
const hourMs = 3_600_000;
const number = phone('33755000001');

type Reply = Awaited<ReturnType<NoticeSender['send']>>;

/** A service that notes missed calls, and the notices of them; their mails go nowhere. */
async function openWorld() {
  const stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const store = storage.voicemails;
  const { id: accountId } = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(0),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'test',
  );
  const clock = new HeldClock();
  const sent: OutgoingNotice[] = [];
  const replies: Reply[] = [];
  const mailer: NoticeSender = {
    send: async (notice) => {
      sent.push(notice);
      return replies.shift() ?? 'taken';
    },
    fateOf: async () => 'waiting',
  };
  const notices = stack.use(
    new Notices({
      store,
      jobs: storage.jobs,
      mailer,
      clock,
      log,
      zoneOf: async () => 'Europe/Paris',
    }),
  );
  let id = 0;
  const jobIds = { take: () => 1_000 + id };
  const noted = (): void => notices.poke();
  const service = stack.use(new MissedCallService({ store, jobIds, clock, log, noted }));
  const world = {
    storage,
    accountId,
    clock,
    sent,
    replies,
    notices,
    /** As the service of calls tells it. */
    async miss(caller: string, change: Partial<MissedCall> = {}): Promise<void> {
      id += 1;
      const virtual = await storage.virtualNumbers.findVirtualNumber(number);
      if (virtual === undefined) throw new Error('the number is gone');
      service.take({
        callId: id,
        accountId,
        number: virtual,
        caller: { number: caller, name: '', isPrivate: caller === '' },
        atMs: clock.nowMs(),
        cause: 'no_answer',
        tellTo: 'me@acme.example',
        textBack: '',
        language: 'en',
        isSimulated: false,
        ...change,
      });
      await service[Symbol.asyncDispose]();
    },
    /** Until nothing that is due now is owed. */
    async settled(): Promise<void> {
      for (;;) {
        notices.poke();
        const page = { limit: 1, nowMs: clock.nowMs() };
        const owed = [
          ...(await store.readOwedMissedCalls(page)),
          ...(await store.readOwedVoicemails(page)),
        ];
        if (owed.length === 0) return;
        await pause(5);
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  await storage.numbers.createNumber({
    digits: number,
    kind: 'long',
    accountId,
    operatorId: null,
    takesSms: true,
    takesCalls: true,
    createdAtMs: atMs,
  });
  notices.start();
  return world;
}

suite('who is called is told of calls that nobody took', () => {
  test('once for a caller and a number in ten minutes', async () => {
    await using world = await openWorld();
    await world.miss('33612345678');
    await world.settled();
    world.clock.advance(9 * minuteMs);
    await world.miss('33612345678');
    await world.settled();
    await world.miss('33612345679');
    await world.settled();
    assert.deepEqual(
      world.sent.map(({ subject, to }) => [subject, to]),
      [
        ['Missed call from +33612345678', 'me@acme.example'],
        ['Missed call from +33612345679', 'me@acme.example'],
      ],
    );
    world.clock.advance(2 * minuteMs);
    await world.miss('33612345678', { language: 'fr' });
    await world.settled();
    assert.equal(world.sent.at(-1)?.subject, 'Appel manqué de +33612345678');
    assert.equal(world.sent.length, 3);
  });

  test('above twenty an hour by one notice, when the first that waits has waited an hour', async () => {
    await using world = await openWorld();
    for (let n = 0; n < 23; n += 1) {
      await world.miss(`336123456${10 + n}`);
      // What waits at the same time shares a notice anyhow.
      await world.settled();
    }
    assert.equal(world.sent.length, 20);
    world.clock.advance(hourMs + 1);
    await world.settled();
    assert.equal(world.sent.length, 21);
    assert.equal(world.sent.at(-1)?.subject, '3 missed calls');
    assert.equal(new Set(world.sent.map(({ dedupKey }) => dedupKey)).size, 21);
  });

  test('later, where the account has nobody to send as yet', async () => {
    await using world = await openWorld();
    world.replies.push('no sender');
    await world.miss('33612345678');
    await world.settled();
    assert.equal(world.sent.length, 1);
    world.clock.advance(minuteMs);
    await world.settled();
    assert.equal(world.sent.length, 2);
    assert.equal(world.sent[0]?.dedupKey, world.sent[1]?.dedupKey);
  });
});

suite('a message whose mail', () => {
  for (const [reply, state] of [
    ['taken', 'queued'],
    ['refused', 'refused'],
    ['unaddressed', 'not sent'],
  ] as const) {
    test(`is ${reply} is ${state}`, async () => {
      await using world = await openWorld();
      const { accountId, storage, clock } = world;
      world.replies.push(reply);
      const voicemail = {
        id: 7,
        accountId,
        numberId: 1,
        number,
        caller: '33612345678',
        callerName: '',
        startedAtMs: clock.nowMs(),
        durationMs: 2_000,
        law: 'pcma',
        end: 'key',
        mailTo: 'me@acme.example',
        language: 'en',
        isSimulated: false,
      } as const;
      const job = {
        id: 7,
        lane: voicemailLane,
        dueAtMs: clock.nowMs(),
        attempt: 0,
        orderKey: null,
        expiresAtMs: clock.nowMs() + hourMs,
        subject: 7,
      };
      await storage.voicemails.saveVoicemail(voicemail, Buffer.alloc(16_000, 0xd5), job);
      await world.settled();
      assert.equal((await storage.voicemails.findVoicemail(7))?.mailState, state);
      const [notice] = world.sent;
      assert.deepEqual(
        notice?.attachments.map(({ contentType, bytes }) => [contentType, bytes.length]),
        [['audio/wav', 44 + 32_000]],
      );
    });
  }
});
