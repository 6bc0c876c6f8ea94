import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { createSealer, masterKeyBytes } from '#core/sealed.ts';
import { catcherOwner, mailLane } from '#mail/delivery/mail-lane.ts';
import { openSendingWorld } from '#test/harness/mail-sending-world.ts';
import { type Notice, NoticeMailer } from './notice-mailer.ts';
import { openSecrets } from './notice-secrets.ts';

async function openNotices() {
  const world = await openSendingWorld({ balance: 0 });
  const { storage, clock, offered, account } = world;
  let next = 1;
  const sealer = createSealer(Buffer.alloc(masterKeyBytes, 7));
  const ids = { take: () => next++ };
  const mailer = new NoticeMailer({
    sealer,
    store: storage.emails,
    suppressions: storage.suppressions,
    emailIds: ids,
    jobIds: ids,
    clock,
    laneOf: ({ urgency, accountId }) => mailLane(catcherOwner, { urgency, accountId }),
    senderOf: async () => ({ address: 'voicemail@example.com' }),
    offer: (mails) => void offered.push(...mails),
  });
  const notice: Notice = {
    dedupKey: 'voicemail 7',
    accountId: account.id,
    currency: 'EUR',
    to: { address: 'ann@Example.net' },
    subject: 'A voicemail',
    html: '<p>From +33…</p>',
    attachments: [{ filename: 'v', contentType: 'audio/wav', bytes: Buffer.alloc(2_900_000) }],
    isTest: false,
  };
  return { ...world, mailer, notice, sealer };
}

suite('a notice of ours', () => {
  test('is sent once, free, and before other mail, however often it is asked for', async () => {
    await using world = await openNotices();
    const { mailer, notice, offered } = world;
    const replies = await Promise.all([mailer.send(notice), mailer.send(notice)]);
    assert.deepEqual(replies[1], replies[0]);
    assert.deepEqual(await mailer.send(notice), replies[0]);
    assert.deepEqual(
      offered.map(({ job }) => job.lane),
      [`mail/catcher:urgent/${world.account.id}`],
    );
    assert.equal(offered[0]?.load.address, 'ann@example.net');
    assert.equal(await world.balanceOf(), 0);
  });

  test('keeps what opens something sealed, until the mail has ended', async () => {
    await using world = await openNotices();
    const { mailer, notice, storage, sealer } = world;
    const link = 'https://sms.example.com/join#token';
    const secrets = { LINK: link };
    const reply = await mailer.send({ ...notice, attachments: [], secrets, validUntilMs: 77 });
    const email = must(await storage.emails.findNotice(notice.dedupKey), 'email');
    assert.deepEqual(reply, { ok: true, emailId: email.id });
    assert.equal(email.validUntilMs, 77);
    assert.ok(!JSON.stringify(email).includes('join'));
    assert.deepEqual(openSecrets(email, sealer), secrets);
    // Another email's seal opens nothing here, and a client's words are no seals.
    assert.throws(() => openSecrets({ ...email, id: email.id + 1 }, sealer));
    assert.deepEqual(openSecrets({ ...email, notice: null, variables: { A: 'b' } }, sealer), {
      A: 'b',
    });
    await storage.emails.forgetVariables(email.id);
    assert.deepEqual((await storage.emails.findEmail(email.id))?.variables, {});
  });

  test('tells what has become of it', async () => {
    await using world = await openNotices();
    const { mailer, notice, offered, recorder } = world;
    assert.equal(await mailer.fateOf(notice.dedupKey), undefined);
    await mailer.send(notice);
    assert.equal(await mailer.fateOf(notice.dedupKey), 'waiting');
    const settled = offered.map(({ job, load }) => ({
      job,
      accountId: load.accountId,
      emailId: load.emailId,
      atMs: 1,
      fact: { kind: 'sent', reason: null } as const,
      refund: false,
      events: [],
    }));
    await recorder.settleMails(settled);
    assert.equal(await mailer.fateOf(notice.dedupKey), 'sent');
  });

  test('goes to who unsubscribed, and not to mailboxes that are gone or called our mail spam', async () => {
    await using world = await openNotices();
    const { mailer, notice, storage, account } = world;
    const suppress = async (reason: 'unsubscribe' | 'hard') => {
      const entry = { accountId: account.id, stream: '', address: 'ann@example.net', reason };
      await storage.suppressions.addSuppressions([
        { ...entry, source: 'client', atMs: world.clock.nowMs() },
      ]);
    };
    await suppress('unsubscribe');
    assert.equal((await mailer.send(notice)).ok, true);
    await suppress('hard');
    const refused = await mailer.send({ ...notice, dedupKey: 'voicemail 8' });
    assert.deepEqual(refused, { ok: false, why: 'refused' });
    const unaddressed = { ...notice, dedupKey: 'voicemail 9', to: { address: 'nobody' } };
    assert.deepEqual(await mailer.send(unaddressed), { ok: false, why: 'unaddressed' });
  });
});
