/** Accounts that take keys from some places alone, and XML by position, as their clients see them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { assertRefused, callerOf, liveKey, openApiWorld } from '#test/harness/api-world.ts';

async function openWith(changes: Partial<Account>) {
  const told: string[] = [];
  const note: AuditStore['note'] = async (_, { details }) =>
    void told.push((details as { readonly why: string }).why);
  const caller = callerOf('live', changes);
  const world = await openApiWorld({ authenticate: () => caller, audit: { note } });
  const ways = {
    query: () => world.ask(`/v1/me?apiKey=${liveKey}`),
    queryOdd: () => world.ask(`/v1/me??APIKEY=${liveKey}`),
    body: () => world.send(),
    bearer: () => world.ask('/v1/me', { headers: { Authorization: `Bearer ${liveKey}` } }),
    header: () => world.ask('/v1/me', { headers: { 'X-Api-Key': liveKey } }),
    both: () => world.ask(`/v1/me?apiKey=${liveKey}`, { headers: { 'X-Api-Key': liveKey } }),
    empty: () => world.ask('/v1/me?apiKey=', { headers: { 'X-Api-Key': liveKey } }),
  };
  return { told, world, ways, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

suite('an account that forbids keys in queries', () => {
  test('takes them from body and header, refuses them in the query, and is told that one has leaked', async () => {
    await using opened = await openWith({ keyPlaces: 'body' });
    const { ways, told } = opened;
    for (const way of ['query', 'queryOdd', 'both'] as const) {
      assertRefused(await ways[way](), 401, 10, 'apiKey');
    }
    assert.deepEqual(told, ['key is in the query']);
    for (const way of ['body', 'bearer', 'header', 'empty'] as const) {
      assert.equal((await ways[way]()).status, 200, way);
    }
  });

  test('as in bodies takes them from headers alone', async () => {
    await using opened = await openWith({ keyPlaces: 'header' });
    const { ways, told, world } = opened;
    for (const way of ['query', 'body', 'both'] as const) {
      assertRefused(await ways[way](), 401, 10, 'apiKey');
    }
    assert.deepEqual(world.sent, []);
    assert.deepEqual(told, ['key is in the query', 'key is in no header']);
    for (const way of ['bearer', 'header', 'empty'] as const) {
      assert.equal((await ways[way]()).status, 200, way);
    }
  });
});

suite('an account', () => {
  test('that reads XML by position has every element called entry, in the same order', async () => {
    await using named = await openWith({});
    await using positional = await openWith({ xmlForm: 'positional' });
    const path = `/v1/me?apiKey=${liveKey}&_format=xml`;
    const { text } = await named.world.ask(path);
    const { text: byPlace, headers } = await positional.world.ask(path);
    assert.match(text, /<success>true<\/success>/);
    assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8');
    const inOrder = text.replace(/<(\/?)(?!\?|\/?result>)\w+>/g, '<$1entry>');
    assert.equal(byPlace, inOrder);
    const refused = await positional.world.ask(`/v1/send?apiKey=${liveKey}&_format=xml`, {
      method: 'POST',
    });
    assert.match(refused.text, /^<\?xml[^>]*\?><result><entry>false<\/entry><entry>2<\/entry>/);
    const json = await positional.ways.header();
    assert.equal(json.body['success'], true);
  });
});
