import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { aReason } from '#test/harness/email-records.ts';
import {
  aRequest,
  callerOf,
  openSendingWorld,
  recipientsOf,
} from '#test/harness/mail-sending-world.ts';
import type { EmailReplyToClient, EmailSent } from './email-request.ts';

const minuteMs = 60_000;

function sentOf(reply: EmailReplyToClient): EmailSent {
  assert.ok(reply.ok, JSON.stringify(reply));
  return reply.sent;
}

function whyOf(reply: EmailReplyToClient): string {
  return reply.ok ? 'sent' : reply.refusal.why;
}

suite('accepting an email', () => {
  test('mails, jobs, debit and offer follow from it, 500 as well as one', async () => {
    await using world = await openSendingWorld();
    const sent = sentOf(await world.send({ recipients: recipientsOf(500) }));
    assert.deepEqual([sent.mails, sent.cost, sent.held], [500, 500_000, false]);
    assert.equal(await world.balanceOf(), 500_000);
    assert.equal(world.offered.length, 500);
    const due = await world.storage.emails.dueMails({
      lane: `mail/catcher:normal/${world.account.id}`,
      nowMs: world.clock.nowMs(),
      limit: 600,
    });
    assert.deepEqual(due[499], world.offered[499]);
  });

  test('what is worth nothing after a quarter of an hour is urgent', async () => {
    await using world = await openSendingWorld();
    await world.send({ validityMs: 15 * minuteMs });
    await world.send({ validityMs: 16 * minuteMs });
    const lanes = world.offered.map(({ job }) => job.lane.split('/').at(-2));
    assert.deepEqual(lanes, ['catcher:urgent', 'catcher:normal']);
    assert.equal(world.offered[0]?.job.expiresAtMs, world.clock.nowMs() + 15 * minuteMs);
  });

  test('those on the suppression list are skipped and told, and where none is left all is refused', async () => {
    await using world = await openSendingWorld();
    await suppress(world, 'person-0@example.net', '');
    await suppress(world, 'person-1@example.net', 'news');
    const plain = sentOf(await world.send({ recipients: recipientsOf(3) }));
    assert.deepEqual([plain.mails, plain.suppressed], [2, ['person-0@example.net']]);
    const news = sentOf(await world.send({ recipients: recipientsOf(3), stream: 'news' }));
    assert.equal(news.mails, 1);
    const refused = await world.send({ recipients: recipientsOf(1) });
    assert.equal(whyOf(refused), 'recipients are suppressed');
    assert.equal(await world.balanceOf(), 1_000_000 - 3_000);
  });

  test('a sender that the account has not verified sends nothing but tests', async () => {
    await using world = await openSendingWorld();
    const from = { address: 'a@stranger.example' };
    assert.equal(whyOf(await world.send({ from })), 'mail sender is not verified');
    assert.equal(whyOf(await world.send({ from: undefined })), 'mail sender is missing');
    assert.equal(whyOf(await world.send({ from, sandbox: true })), 'sent');
    assert.equal(
      whyOf(await world.send({ from, caller: callerOf(world.account, 'test') })),
      'sent',
    );
  });

  test('the sandbox is priced and takes nothing, a test key takes test money', async () => {
    await using world = await openSendingWorld({ balance: 5_000 });
    const sandbox = sentOf(await world.send({ sandbox: true, recipients: recipientsOf(4) }));
    assert.equal(sandbox.cost, 4_000);
    assert.equal(await world.balanceOf(), 5_000);
    await world.send({ caller: callerOf(world.account, 'test'), recipients: recipientsOf(2) });
    const account = await world.storage.accounts.findAccount(world.account.id);
    assert.deepEqual([account?.balance, account?.testBalance], [5_000, 3_000]);
  });

  test('without a price only test keys send, and for nothing', async () => {
    await using world = await openSendingWorld({ price: null });
    assert.equal(whyOf(await world.send()), 'mail has no price');
    const trial = sentOf(await world.send({ caller: callerOf(world.account, 'test') }));
    assert.equal(trial.cost, 0);
  });

  test('a balance that does not cover it accepts nothing', async () => {
    await using world = await openSendingWorld({ balance: 1_500 });
    const refused = await world.send({ recipients: recipientsOf(2) });
    assert.deepEqual(refused, {
      ok: false,
      refusal: { why: 'balance is too low', balance: 1_500, cost: 2_000 },
    });
    assert.equal(world.offered.length, 0);
  });

  test('attachments are stored before it, once for the same octets', async () => {
    await using world = await openSendingWorld();
    const file = { filename: 'a', contentType: 'text/plain', bytes: Buffer.from('hello') };
    const sent = sentOf(await world.send({ attachments: [file, { ...file, filename: 'b' }] }));
    const email = await world.storage.emails.findEmail(sent.emailId);
    const content = await world.storage.emails.findContent(email?.contentHash ?? '');
    const blobs = content?.attachments.map(({ blob }) => blob) ?? [];
    assert.equal(new Set(blobs).size, 1);
    assert.deepEqual(await world.storage.emails.readBlob(blobs[0] ?? ''), file.bytes);
  });

  test('what would be larger than servers take is refused', async () => {
    await using world = await openSendingWorld();
    const bytes = Buffer.alloc(10 * 1_024 * 1_024);
    const file = { filename: 'a', contentType: 'text/plain', bytes };
    assert.equal(whyOf(await world.send({ attachments: [file, file] })), 'mail is too large');
  });
});

suite('an idempotency key', () => {
  test('has the same request hear the first answer, and another one a refusal', async () => {
    await using world = await openSendingWorld();
    const idempotency = { key: 'k', fingerprint: 'f' };
    const first = await world.send({ idempotency });
    const both = [await world.send({ idempotency }), await world.send({ idempotency })];
    for (const reply of both) assert.deepEqual(reply, first);
    const other = await world.send({ idempotency: { ...idempotency, fingerprint: 'g' } });
    assert.equal(whyOf(other), 'idempotency key was used for another request');
    assert.equal(world.offered.length, 1);
    assert.equal(await world.balanceOf(), 999_000);
  });

  test('has the same request hear the first answer though its recipient is suppressed by now', async () => {
    await using world = await openSendingWorld();
    const idempotency = { key: 'k', fingerprint: 'f' };
    const first = await world.send({ idempotency });
    await suppress(world, 'person-0@example.net', '');
    assert.equal(whyOf(await world.send()), 'recipients are suppressed');
    assert.deepEqual(await world.send({ idempotency }), first);
    const other = await world.send({ idempotency: { ...idempotency, fingerprint: 'g' } });
    assert.equal(whyOf(other), 'idempotency key was used for another request');
    const unused = await world.send({ idempotency: { key: 'l', fingerprint: 'f' } });
    assert.equal(whyOf(unused), 'recipients are suppressed');
    assert.equal(await world.balanceOf(), 999_000);
  });

  test('finds the answer of a schedule that has passed meanwhile', async () => {
    await using world = await openSendingWorld();
    const scheduledAtMs = world.clock.nowMs() + minuteMs;
    const idempotency = { key: 'k', fingerprint: 'f' };
    const first = await world.send({ scheduledAtMs, idempotency });
    world.clock.advance(2 * minuteMs);
    assert.deepEqual(await world.send({ scheduledAtMs, idempotency }), first);
    const other = { scheduledAtMs, idempotency: { key: 'l', fingerprint: 'f' } };
    assert.equal(whyOf(await world.send(other)), 'schedule is in the past');
  });
});

suite('a scheduled email', () => {
  test('waits for its time, and is not offered before', async () => {
    await using world = await openSendingWorld();
    const scheduledAtMs = world.clock.nowMs() + 60 * minuteMs;
    const sent = sentOf(await world.send({ scheduledAtMs }));
    assert.equal(world.offered.length, 0);
    assert.deepEqual(await world.statesOf(sent.emailId), ['scheduled']);
    const lane = `mail/catcher:normal/${world.account.id}`;
    const due = (nowMs: number) => world.storage.emails.dueMails({ lane, nowMs, limit: 9 });
    assert.equal((await due(scheduledAtMs - 1)).length, 0);
    const [owed] = await due(scheduledAtMs);
    assert.equal(owed?.job.expiresAtMs, scheduledAtMs + 72 * 60 * minuteMs);
  });

  test('is taken back with its money, and each of its mails is told of', async () => {
    await using world = await openSendingWorld();
    const scheduledAtMs = world.clock.nowMs() + 60 * minuteMs;
    const { emailId } = sentOf(await world.send({ scheduledAtMs, recipients: recipientsOf(3) }));
    const wish = { accountId: world.account.id, emailId, leavesAfterMs: world.clock.nowMs() };
    assert.equal(await world.canceller.cancel({ ...wish, accountId: 99 }), 0);
    assert.equal(await world.canceller.cancel(wish), 3);
    assert.equal(await world.canceller.cancel(wish), 0);
    assert.deepEqual(await world.statesOf(emailId), ['cancelled', 'cancelled', 'cancelled']);
    assert.equal(await world.balanceOf(), 1_000_000);
    assert.deepEqual(
      world.told.slice(3).map(({ kind, id }) => [kind, id]),
      [4, 5, 6].map((id) => ['email.cancelled', id]),
    );
  });
});

suite('events of an email', () => {
  test('tell that mails are queued where a request asks, in the commit that accepts them', async () => {
    await using world = await openSendingWorld();
    world.endpoints.push(7);
    const sent = sentOf(
      await world.send({
        recipients: recipientsOf(2),
        reportUrl: 'https://example.com/hook',
        metadata: '{"order":17}',
        tag: 'june',
      }),
    );
    const bodies = world.told.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as object);
    assert.deepEqual(bodies[1], {
      event: 'email.queued',
      messageId: String(sent.emailId),
      email: 'person-1@example.net',
      status: 'waiting',
      date: world.clock.nowMs() / 1_000,
      tag: 'june',
      metadata: { order: 17 },
      sandbox: false,
    });
    const lane = { lane: 'webhook/7', limit: 9, nowMs: world.clock.nowMs() };
    const owed = await world.storage.webhooks.dueDeliveries({ ...lane, ordering: 'key' });
    assert.deepEqual(
      owed.map(({ load }) => load.eventId),
      world.told.map(({ id }) => id),
    );
  });

  test('are stored for what is queued though nobody asks: they can be fetched', async () => {
    await using world = await openSendingWorld();
    await world.send();
    assert.deepEqual(
      world.told.map(({ kind, job }) => [kind, job]),
      [['email.queued', null]],
    );
  });

  test('to too many addresses are refused', async () => {
    await using world = await openSendingWorld();
    const refused = await world.send({ reportUrl: 'https://example.com/hook' });
    assert.equal(whyOf(refused), 'too many report addresses');
  });
});

suite('mail that an administrator has to release', () => {
  test('is what exceeds the day, and leaves when it is released', async () => {
    await using world = await openSendingWorld({ mailsADay: { max: 2, action: 'hold' } });
    sentOf(await world.send({ recipients: recipientsOf(2) }));
    const held = sentOf(await world.send());
    assert.equal(held.held, true);
    assert.deepEqual(await world.statesOf(held.emailId), ['held']);
    assert.equal(world.offered.length, 2);
    await release(world, 'send');
    assert.deepEqual(await world.statesOf(held.emailId), ['queued']);
    const lane = `mail/catcher:normal/${world.account.id}`;
    const query = { lane, nowMs: world.clock.nowMs(), limit: 9 };
    assert.equal((await world.storage.emails.dueMails(query)).length, 3);
  });

  test('does not count what was refused, nor tests', async () => {
    await using world = await openSendingWorld({
      mailsADay: { max: 1, action: 'block' },
      balance: 1_000,
    });
    sentOf(await world.send({ caller: callerOf(world.account, 'test') }));
    sentOf(await world.send({ sandbox: true }));
    assert.equal(whyOf(await world.send({ recipients: recipientsOf(2) })), 'limit is reached');
    sentOf(await world.send());
    assert.equal(whyOf(await world.send()), 'limit is reached');
  });

  for (const [what, share] of [
    ['bounced', 11],
    ['complained', 2],
  ] as const) {
    test(`is all of an account of whose last mails too many have ${what}`, async () => {
      await using world = await openSendingWorld();
      await receive(world, 100 - share, 'sent');
      await receive(world, share - 1, what);
      assert.equal(sentOf(await world.send()).held, false);
      await receive(world, 1, what);
      world.clock.advance(minuteMs);
      assert.equal(sentOf(await world.send()).held, true);
      await release(world, 'send');
      world.reputation.forget();
      assert.equal(sentOf(await world.send()).held, false);
    });
  }
});

type World = Awaited<ReturnType<typeof openSendingWorld>>;

async function suppress(world: World, address: string, stream: string): Promise<void> {
  const entry = { reason: 'unsubscribe', source: 'client', atMs: world.clock.nowMs() } as const;
  const accountId = world.account.id;
  await world.storage.suppressions.addSuppressions([{ ...entry, accountId, address, stream }]);
}

async function release(world: World, how: 'send' | 'expire'): Promise<void> {
  const author = { actor: 'test', atMs: world.clock.nowMs() };
  const { emails } = world.storage;
  await emails.releaseMails(world.account.id, how, { author, limit: 100 });
}

/** So many mails that went, or came back. */
async function receive(
  world: World,
  count: number,
  what: 'sent' | 'bounced' | 'complained',
): Promise<void> {
  world.clock.advance(1);
  const before = world.offered.length;
  sentOf(await world.sender.send(aRequest(world.account, { recipients: recipientsOf(count) })));
  const atMs = world.clock.nowMs();
  const reason = what === 'bounced' ? aReason() : null;
  const settlements = world.offered.slice(before).map(({ job, load }) => ({
    job,
    accountId: load.accountId,
    emailId: load.emailId,
    atMs,
    fact: { kind: what, reason },
    refund: false,
    events: [],
  }));
  await world.recorder.settleMails(settlements);
}
