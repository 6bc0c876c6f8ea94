/** How mails went, as pages and spreadsheets get it. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { delayBucket } from '#core/delays.ts';
import type { MailReason } from '#mail/mail-fact.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import { countMailsAt } from '#test/harness/count-mails.ts';
import {
  anAttemptAt,
  anEmailAcceptance,
  aReason,
  aSettlement,
  type EmailOver,
} from '#test/harness/email-records.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { atMs, money } from '#test/harness/records.ts';

const hourMs = 3_600_000;

async function openWorld() {
  const world = await openPageWorld();
  const { storage } = world.installation;
  const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test', atMs } as const;
  await storage.accounts.move({ ...funds, amount: money(10_000_000) });
  const account = must(await storage.accounts.findAccount(1), 'account of the world');
  const accept = async (id: number, over: EmailOver = {}) => {
    const acceptance = anEmailAcceptance(account, id, over);
    assert.equal((await storage.emails.acceptEmail(acceptance)).kind, 'accepted');
    return acceptance;
  };
  const end = async (id: number, kind: MailFactKind, reason: MailReason | null = null) => {
    const accepted = await accept(id);
    const said = { outcome: reason?.class ?? 'sent', code: reason?.code ?? 250 } as const;
    const attempt = anAttemptAt(accepted, { ...said, enhanced: reason?.enhanced ?? '' });
    const settled = aSettlement(accepted, { attempt, fact: { kind, reason } });
    await storage.emails.settleMails([settled]);
  };
  const count = () => countMailsAt(storage.emails, atMs + 400 * 24 * hourMs);
  return { world, accept, end, count };
}

function pathOf(from: number, until: number, rest = ''): string {
  const [since, before] = [from, until].map((one) => new Date(one).toISOString());
  const asked = `mode=live&by=day&from=${since}&until=${before}${rest}`;
  return `/api/accounts/1/operations/mail-statistics${rest === '' ? '' : '-export'}?${asked}`;
}

function acceptedAt(acceptedAtMs: number): EmailOver {
  return { email: { acceptedAtMs } };
}

suite('how mails went', () => {
  test('is told by state, provider and day, with how long they took and why some did not arrive', async () => {
    const { world, accept, end, count } = await openWorld();
    await using _ = world;
    await end(1, 'sent');
    await end(2, 'bounced', aReason());
    await end(3, 'bounced', aReason({ class: 'content', code: 554, enhanced: '5.7.1' }));
    await end(4, 'failed', aReason({ class: 'expired', code: 0, enhanced: '' }));
    await end(5, 'deferred', aReason({ class: 'greylisted', code: 451, enhanced: '' }));
    await accept(6, { mail: { address: 'zoe@gmail.com' } });
    await count();
    const told = await world.get(pathOf(atMs, atMs + hourMs));
    assert.deepEqual(told['total'], {
      mails: 6,
      delivered: 1,
      caught: 0,
      underWay: 2,
      deferred: 1,
      bouncedHard: 1,
      bouncedSoft: 1,
      failed: 1,
      suppressed: 0,
      cancelled: 0,
      complained: 0,
      cost: '0.005',
      halfWithinMs: delayBucket(1_000),
      mostWithinMs: delayBucket(1_000),
    });
    assert.partialDeepStrictEqual(told['providers'], [
      { provider: '', mails: 5 },
      { provider: 'gmail.com', mails: 1, underWay: 1 },
    ]);
    assert.partialDeepStrictEqual(told['steps'], [{ mails: 6 }]);
    assert.deepEqual(told['errors'], [
      { reason: 'content', code: '554 5.7.1', mails: 1 },
      { reason: 'mailbox-unknown', code: '550 5.1.1', mails: 1 },
      { reason: 'expired', code: '', mails: 1 },
    ]);
  });

  test('has the days of the account’s own zone', async () => {
    const { world, accept, count } = await openWorld();
    await using _ = world;
    await world.line.read('account', 'set', '1', '--time-zone', 'America/New_York');
    // Clocks in New York go forward on 10 March 2030: that day has 23 hours.
    const spring = Date.UTC(2030, 2, 10, 5);
    await accept(1, acceptedAt(spring));
    await accept(2, acceptedAt(spring + 23 * hourMs - 1));
    await accept(3, acceptedAt(spring + 23 * hourMs));
    await countMailsAt(world.installation.storage.emails, spring + 48 * hourMs);
    await count();
    const told = await world.get(pathOf(spring, spring + 40 * hourMs));
    assert.equal(told['zone'], 'America/New_York');
    assert.partialDeepStrictEqual(told['steps'], [
      { from: new Date(spring).toISOString(), mails: 2 },
      { from: new Date(spring + 23 * hourMs).toISOString(), mails: 1 },
    ]);
  });

  test('is a file for each table', async () => {
    const { world, end, count } = await openWorld();
    await using _ = world;
    await end(1, 'sent');
    await end(2, 'bounced', aReason());
    await count();
    const file = async (table: string) => {
      const path = pathOf(atMs, atMs + hourMs, `&table=${table}`);
      const { status, text, headers } = await world.ask('GET', path);
      assert.equal(status, 200, text);
      assert.match(headers['content-type'] ?? '', /^text\/csv/);
      return text.trimEnd().split('\r\n');
    };
    const took = delayBucket(1_000);
    assert.deepEqual(await file('errors'), ['reason,code,mails', 'mailbox-unknown,550 5.1.1,1']);
    assert.deepEqual(await file('providers'), [
      'provider,mails,delivered,caught,under_way,deferred,bounced_hard,bounced_soft,failed,suppressed,cancelled,complained,cost,half_within_ms,most_within_ms',
      `,2,1,0,0,0,1,0,0,0,0,0,0.002,${took},${took}`,
    ]);
    const [, step = ''] = await file('steps');
    assert.ok(step.endsWith(`Z,2,1,0,0,0,1,0,0,0,0,0,0.002,${took},${took}`), step);
  });

  test('is refused for a time that is none, and nobody else sees it', async () => {
    const { world } = await openWorld();
    await using _ = world;
    assert.equal((await world.ask('GET', pathOf(atMs, atMs - 1))).status, 400);
    const long = pathOf(atMs, atMs + 500 * 24 * hourMs, '&table=errors');
    assert.equal((await world.ask('GET', long)).status, 400);
    const stranger = { roles: { 2: 'owner' as const } };
    const path = pathOf(atMs, atMs + hourMs);
    assert.equal((await world.ask('GET', path, undefined, stranger)).status, 404);
  });
});
