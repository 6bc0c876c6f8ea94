/** An account as an administrator sees it who views it: every route of the dashboard is read or refused, none writes. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Definition } from '#api/dashboard/handler.ts';
import { must } from '#core/assert.ts';
import { seenInViews } from '#people/account-view.ts';
import { fillAccount } from '#test/harness/full-account.ts';
import type { Asked } from '#test/harness/page-world.ts';
import { ask, nameOf, ofAccounts, openWorld, permissionOf } from '#test/harness/route-walk.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

/** Administrators also see the SIP messages of calls, no matter whose the account is. */
const owner = { roles: { 1: 'owner' as const }, isAdministrator: true };
const viewer = { isAdministrator: true, views: 1 };
/** As they are when their view has ended, or was never begun. */
const administrator = { isAdministrator: true };

function isSeen(route: Definition): boolean {
  return route.method === 'GET' && seenInViews.includes(must(permissionOf(route), 'permission'));
}

const seen = ofAccounts.filter(isSeen);
const unseen = ofAccounts.filter((route) => !isSeen(route));

/** Tells what the asking person may do there. */
const ofPerson = 'GET /api/accounts/{account}/operations/me-account';

/** A read of contents that is noted for the account’s people. */
function marks({ path }: Definition): number {
  return path.endsWith('/voicemail-play') ? 1 : 0;
}

/** What a reply tells besides the instant at which it was asked. */
function told(text: string): string {
  return text.replaceAll(/"(?:now|asked|from|to|until|since)\w*Ms":\d+/g, '');
}

suite('an account that an administrator views', () => {
  test('answers every read as its owner hears it, and refuses everything else', async () => {
    await using world = await openWorld();
    await using sink = await openWebhookSink();
    await fillAccount(world, sink.url);
    assert.ok(seen.length > 30 && unseen.length > 50, `${seen.length} and ${unseen.length} routes`);
    const viewed = new Map<Definition, Asked>();
    for (const route of seen) viewed.set(route, await ask(world, route, 1, viewer));
    for (const route of unseen) {
      const { status, json } = await ask(world, route, 1, viewer);
      assert.deepEqual([status, json['word']], [403, 'view is for reading'], nameOf(route));
    }
    // The second look of the viewer and the first of the owner tell the same: nothing has changed meanwhile.
    for (const [route, first] of viewed) {
      const again = await ask(world, route, 1, viewer);
      assert.equal(told(again.text), told(first.text), `${nameOf(route)} tells something else`);
    }
    // What an owner listens to is heard from then on, so reads that leave a mark come last.
    for (const [route, { status, text, json }] of [...viewed].toSorted(
      ([a], [b]) => marks(a) - marks(b),
    )) {
      const own = await ask(world, route, 1, owner);
      assert.equal(status, own.status, `${nameOf(route)}: ${text}`);
      // 400: a sample that the owner, too, is told to ask better.
      assert.ok(status === 200 || status === 400, nameOf(route));
      if (nameOf(route) === ofPerson) assert.deepEqual(json['may'], seenInViews);
      else assert.equal(told(text), told(own.text), nameOf(route));
    }
  });

  test('is not there for who views another one, or none', async () => {
    await using world = await openWorld();
    for (const route of ofAccounts) {
      for (const [account, person] of [
        [2, viewer],
        [1, administrator],
      ] as const) {
        const { status, json } = await ask(world, route, account, person);
        assert.deepEqual([status, json['word']], [404, 'nothing is there'], nameOf(route));
      }
    }
  });
});
