/** How mails went, hour by hour: each counted once, no matter who counts, and anew when it changes late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { delayBucket } from '#core/delays.ts';
import type { MailSettlement } from '#mail/delivery/delivery-store.ts';
import type { Storage } from '#storage/storage.ts';
import { countMailsAt } from '#test/harness/count-mails.ts';
import {
  anAttemptAt,
  anEmailAcceptance,
  aReason,
  aSettlement,
  type EmailOver,
} from '#test/harness/email-records.ts';
import { atMs } from '#test/harness/records.ts';
import { plain, withAccount } from './setup.ts';

const hourMs = 3_600_000;
const wish = {
  accountId: 1,
  purse: 'live',
  fromMs: atMs - 24 * hourMs,
  untilMs: atMs + 24 * hourMs,
} as const;

async function accept(storage: Storage, account: Account, id: number, over: EmailOver = {}) {
  const acceptance = anEmailAcceptance(account, id, over);
  await storage.emails.acceptEmail(acceptance);
  return acceptance;
}

type Accepted = Awaited<ReturnType<typeof accept>>;

async function settle(storage: Storage, accepted: Accepted, over: Partial<MailSettlement> = {}) {
  await storage.emails.settleMails([aSettlement(accepted, over)]);
}

async function told(storage: Storage): Promise<readonly object[]> {
  const figures = await storage.emails.figuresByProvider(wish);
  return plain(
    figures.map(({ provider, state, detail, mails, cost }) => ({
      provider,
      state,
      detail,
      mails,
      cost,
    })),
  );
}

export function mailFigures(open: () => Promise<Storage>): void {
  test('each mail counts once, by its provider, its state and why', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await settle(
      storage,
      await accept(storage, account, 1, { mail: { address: 'zoe@Gmail.com' } }),
    );
    const refused = await accept(storage, account, 2);
    const reason = aReason();
    await settle(storage, refused, {
      attempt: anAttemptAt(refused, { outcome: reason.class, code: 550, enhanced: '5.1.1' }),
      fact: { kind: 'bounced', reason },
    });
    await settle(storage, await accept(storage, account, 3), {
      fact: { kind: 'failed', reason: aReason({ class: 'expired', code: 0, enhanced: '' }) },
      refund: true,
    });
    await accept(storage, account, 4);
    await accept(storage, account, 5, { email: { notice: 'voicemail:5' } });
    await accept(storage, account, 6, { email: { sandbox: true } });
    for (let round = 0; round < 2; round += 1) {
      await countMailsAt(storage.emails, atMs + hourMs);
      assert.deepEqual(await told(storage), [
        {
          provider: '',
          state: 'bounced',
          detail: 'mailbox-unknown 550 5.1.1',
          mails: 1,
          cost: 1_000,
        },
        { provider: '', state: 'failed', detail: 'expired', mails: 1, cost: 0 },
        { provider: '', state: 'under way', detail: '', mails: 1, cost: 1_000 },
        {
          provider: 'gmail.com',
          state: 'sent',
          detail: String(delayBucket(1_000)),
          mails: 1,
          cost: 1_000,
        },
      ]);
    }
    const [tried] = await storage.emails.figuresByHour({ ...wish, purse: 'test' });
    assert.equal(tried?.mails, 1, 'a sandbox pays nothing, like a test');
  });

  test('one that changes late moves, and what is young is left to settle', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = await accept(storage, account, 1);
    await countMailsAt(storage.emails, atMs + 1_000);
    assert.deepEqual(await told(storage), []);
    await countMailsAt(storage.emails, atMs + hourMs);
    const counted = { provider: '', mails: 1, cost: 1_000 };
    assert.deepEqual(await told(storage), [{ ...counted, state: 'under way', detail: '' }]);
    await settle(storage, accepted, { atMs: atMs + hourMs });
    await countMailsAt(storage.emails, atMs + 2 * hourMs);
    const delay = String(delayBucket(hourMs));
    assert.deepEqual(await told(storage), [{ ...counted, state: 'sent', detail: delay }]);
    const mailId = accepted.mails[0]?.id ?? 0;
    const complaint = {
      mailId,
      atMs: atMs + 3 * hourMs,
      kind: 'complained',
      from: ['sent'],
    } as const;
    await storage.emails.recordMailFacts([{ ...complaint, detail: null, events: [] }]);
    await countMailsAt(storage.emails, atMs + 4 * hourMs);
    assert.deepEqual(await told(storage), [{ ...counted, state: 'complained', detail: '' }]);
    const [hour] = await storage.emails.figuresByHour(wish);
    assert.equal(hour?.startsAtMs, atMs - (atMs % hourMs), 'it stays in the hour of its accept');
  });

  test('of two who count at once one is told that it is too late, and a change meanwhile is not lost', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = await accept(storage, account, 1);
    const store = storage.emails;
    const [first, second] = [await store.takeTurn(), await store.takeTurn()];
    const [found] = await store.uncountedMails(atMs + hourMs, 9);
    await settle(storage, accepted);
    const countedAs = JSON.stringify(['', 'under way', '', 1_000]);
    const marks = [{ mailId: found?.id ?? 0, state: 'queued', countedAs } as const];
    const change = {
      accountId: account.id,
      purse: 'live',
      startsAtMs: atMs - (atMs % hourMs),
      provider: '',
      state: 'under way',
      detail: '',
      mails: 1,
      cost: 1_000 as never,
    } as const;
    assert.equal(await first.commit({ changes: [change], marks }), true);
    assert.equal(await second.commit({ changes: [change], marks }), false);
    await countMailsAt(store, atMs + hourMs);
    assert.deepEqual(await told(storage), [
      { provider: '', state: 'sent', detail: String(delayBucket(1_000)), mails: 1, cost: 1_000 },
    ]);
  });

  test('many are counted in small commits, all of them', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 10_000_000);
    await accept(storage, account, 1, { recipients: 500 });
    await accept(storage, account, 2, { recipients: 13 });
    await countMailsAt(storage.emails, atMs + hourMs);
    assert.deepEqual(await told(storage), [
      { provider: '', state: 'under way', detail: '', mails: 513, cost: 513_000 },
    ]);
  });
}
