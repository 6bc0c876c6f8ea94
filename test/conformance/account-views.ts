/** Accounts that administrators see as their people do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { auditBehindSetup, plain, withAccount } from './setup.ts';

export function accountViews(open: () => Promise<Storage>): void {
  test('a view is the last one that its person began, until they end it', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const userId = await aUser(storage);
    const views = storage.people;
    assert.equal(await views.findView(userId), undefined);
    assert.equal(await views.endView(userId, anAuthor), false);
    const view = { userId, sessionId: 3, accountId, reason: 'ticket 1', endsAtMs: atMs + 5 };
    await views.beginView(view, anAuthor);
    const next = { ...view, sessionId: 4, reason: 'ticket 2' };
    await views.beginView(next, anAuthor);
    assert.deepEqual(plain([must(await views.findView(userId), 'view')]), [next]);
    assert.equal(await views.findView(userId + 1), undefined);
    assert.equal(await views.endView(userId, anAuthor), true);
    assert.equal(await views.findView(userId), undefined);
    const audit = (await auditBehindSetup(storage)).slice(0, 3);
    assert.deepEqual(
      audit.map(({ action, accountId: of, details }) => [action, of, details]),
      [
        ['account.view-ended', accountId, '{}'],
        ['account.viewed', accountId, `{"reason":"ticket 2","endsAtMs":${atMs + 5}}`],
        ['account.viewed', accountId, `{"reason":"ticket 1","endsAtMs":${atMs + 5}}`],
      ],
    );
  });

  test('an account is seen without being a member of it, as long as it is there', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const { name, currency } = account;
    const seen = must(await storage.people.findViewed(account.id), 'account');
    assert.partialDeepStrictEqual(seen, { id: account.id, name, currency, role: 'viewer' });
    assert.equal(await storage.people.findViewed(account.id + 1), undefined);
  });
}

async function aUser(storage: Storage): Promise<number> {
  const link = {
    hash: 'h',
    kind: 'invitation',
    email: 'root@parley.example',
    createdAtMs: atMs,
    endsAtMs: atMs + 100,
    isAdministrator: true,
    place: undefined,
  } as const;
  await storage.people.saveLink(link, anAuthor);
  const user = { email: link.email, name: 'Root', passwordHash: 'hash', createdAtMs: atMs };
  return must(await storage.people.joinAsNew(link, user), 'new user').id;
}
