/** What belongs to an account is there for nobody else: every route of the dashboard, asked by a stranger. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Definition } from '#api/dashboard/handler.ts';
import { definitionOf } from '#api/operations/operation-handlers.ts';
import { operations } from '#operations.ts';
import { fillAccount } from '#test/harness/full-account.ts';
import { ask, nameOf, ofAccounts, openWorld } from '#test/harness/route-walk.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

/** They own account 2. */
const stranger = { roles: { 2: 'owner' as const } };
const owner = { roles: { 1: 'owner' as const } };

/** Those that find whose a thing is. */
const finding = new Set<string>(
  operations.flatMap((one) => (one.accountOf ? [definitionOf(one).path] : [])),
);
const ofThings = ofAccounts.filter(({ path }) => finding.has(path));

/** Reads first; what ends a thing last, the things within others before those. */
function byHarm(a: Definition, b: Definition): number {
  const methods = ['GET', 'POST'];
  return methods.indexOf(a.method) - methods.indexOf(b.method) || (a.path < b.path ? 1 : -1);
}

suite('an account of somebody else', () => {
  test('answers as one that does not exist', async () => {
    await using world = await openWorld();
    await using sink = await openWebhookSink();
    await fillAccount(world, sink.url);
    for (const route of ofAccounts) {
      const theirs = await ask(world, route, 1, stranger);
      const nobodys = await ask(world, route, 999, stranger);
      assert.deepEqual([theirs.status, theirs.text], [404, nobodys.text], nameOf(route));
      assert.deepEqual(theirs.headers, nobodys.headers, nameOf(route));
    }
  });

  test('has things that are not there for others, and that they cannot change', async () => {
    await using world = await openWorld();
    await using sink = await openWebhookSink();
    const before = new Map<Definition, string>();
    for (const route of ofThings) before.set(route, (await ask(world, route, 2, stranger)).text);
    await fillAccount(world, sink.url);
    for (const route of ofThings) {
      const { text } = await ask(world, route, 2, stranger);
      assert.equal(text, before.get(route), nameOf(route));
    }
    // Its owner is told of what is there by the same requests, and is let in by all of them.
    let shown = 0;
    for (const route of ofThings.toSorted(byHarm)) {
      const { status, text } = await ask(world, route, 1, owner);
      assert.ok(status < 500 && status !== 401 && status !== 403, `${nameOf(route)}: ${text}`);
      if (status === 200 && text !== before.get(route)) shown += 1;
    }
    assert.ok(shown >= 10, `${shown} of ${ofThings.length} are told of what is there`);
  });
});
