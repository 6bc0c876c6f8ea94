/** What a key's own bounds refuse, as a client hears it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KeyBounds } from '#accounts/api-key.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { assertRefused, callerOf, liveKey, openApiWorld } from '#test/harness/api-world.ts';

/** A world whose live key is bounded like that, and what its account is told. */
async function openBounded(bounds: Partial<KeyBounds>) {
  const told: Parameters<AuditStore['note']>[] = [];
  const caller = callerOf('live');
  const bounded = { ...caller, key: { ...caller.key, ...bounds } };
  const world = await openApiWorld({
    authenticate: () => bounded,
    audit: { note: async (...record) => void told.push(record) },
  });
  return { world, told, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

suite('a key with bounds', () => {
  test('is taken from its addresses', async () => {
    await using opened = await openBounded({ addresses: ['192.0.2.0/24', '127.0.0.0/8'] });
    assert.equal((await opened.world.send()).status, 200);
    assert.deepEqual(opened.told, []);
  });

  test('is refused from anywhere else, and its account is told once', async () => {
    await using opened = await openBounded({ addresses: ['192.0.2.0/24'] });
    const { world, told } = opened;
    assertRefused(await world.send(), 403, 40, 'apiKey');
    assertRefused(await world.ask(`/v1/me?apiKey=${liveKey}`), 403, 40, 'apiKey');
    assert.deepEqual(world.sent, []);
    const details = { why: 'key is for other addresses', address: '127.0.0.*' };
    assert.deepEqual(
      told.map(([{ actor }, record]) => [actor, record]),
      [['api', { action: 'key.refused', target: 'live_CANARY', accountId: 7, details }]],
    );
    assert.ok(world.logLines.some((line) => line.includes('security.key-refused')));
  });

  test('that is tried from elsewhere again and again is counted like wrong keys', async () => {
    await using opened = await openBounded({ addresses: ['192.0.2.0/24'] });
    for (let count = 0; count < 600; count += 1) await opened.world.ask('/v1/me?apiKey=k');
    const reply = await opened.world.ask('/v1/me?apiKey=k');
    assertRefused(reply, 429, 429, 'apiKey');
    assert.equal(reply.headers.get('retry-after'), '60');
  });

  test('is taken until its end, and from that instant on no more', async () => {
    await using opened = await openBounded({ expiresAtMs: Number.MAX_SAFE_INTEGER });
    assert.equal((await opened.world.send()).status, 200);
    const endsAtMs = opened.world.clock.nowMs() + 1_000;
    await using ending = await openBounded({ expiresAtMs: endsAtMs });
    ending.world.clock.advance(999);
    assert.equal((await ending.world.send()).status, 200);
    ending.world.clock.advance(1);
    const reply = await ending.world.send();
    assertRefused(reply, 401, 10, 'apiKey');
    assert.equal(reply.body['message'], 'The API key has expired.');
  });

  test('does what its scopes say, and hears which one is missing', async () => {
    await using opened = await openBounded({ scopes: ['send'] });
    const { world, told } = opened;
    assert.equal((await world.send()).status, 200);
    const wanted = [
      ['/v1/me', 'account'],
      ['/v1/message-status?messageId=1&phoneNumber=33612345678', 'read'],
      ['/v1/stop-sms/list', 'read'],
      ['/v1/stop-sms/delete?id=1', 'account'],
      ['/v1/subaccount/list', 'subaccounts'],
      ['/v1/webhook/list', 'read'],
      ['/mail/v1/me', 'account'],
    ] as const;
    for (const [path, scope] of wanted) {
      const reply = await world.ask(path, { headers: { 'X-Api-Key': liveKey } });
      assertRefused(reply, 403, 96, 'apiKey');
      assert.match(String(reply.body['message']), new RegExp(`scope ${scope},`), path);
    }
    const body = JSON.stringify({ apiKey: liveKey, number: '33755000001', type: 0 });
    const forward = await world.ask('/v1/vn/callforward', { method: 'POST', body });
    assertRefused(forward, 403, 96, 'apiKey');
    assert.equal(told.length, 1);
  });
});
