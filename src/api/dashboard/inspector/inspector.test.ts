/** The inspector of webhooks on the dashboard: what it received, what it answers, and signatures. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { parseSecret, sign } from '#webhooks/signature.ts';

const text = '{"phone":"33639980001"}';

function headOf(secret: string, id = 'msg_7', atMs = Date.now()): string {
  const timestampS = Math.floor(atMs / 1_000);
  const key = must(parseSecret(secret), 'secret of a test');
  return [
    'POST / HTTP/1.1',
    'webhook-event: dlr',
    `webhook-id: ${id}`,
    'webhook-attempt: 1',
    `webhook-timestamp: ${timestampS}`,
    `webhook-signature: ${sign({ id, timestampS, body: Buffer.from(text) }, [key])}`,
  ].join('\n');
}

function place(account: number): string {
  return `/api/accounts/${account}/operations/endpoint-check-request`;
}

suite('the inspector on the dashboard', () => {
  test('is told its next answers, which are audited', async () => {
    await using world = await openPageWorld();
    const inspector = '/api/operations/simulator-inspector';
    const well = { status: 200, fault: 'none', delayMs: 0, retryAfterS: null };
    assert.partialDeepStrictEqual((await world.get(`${inspector}-show`))['answer'], well);
    const body = { answer: 503, retryAfter: 4, times: 2 };
    assert.equal((await world.ask('POST', inspector, body)).status, 200);
    assert.partialDeepStrictEqual((await world.get(`${inspector}-show`))['answer'], {
      status: 503,
      retryAfterS: 4,
      times: 2,
      delayMs: 0,
    });
    const wrong = await world.ask('POST', inspector, { answer: 700 });
    assert.equal(wrong.json['word'], 'field has a wrong value');
    const [record] = await world.installation.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.equal(`${record?.actor} ${record?.action}`, 'ada@parley.example inspector.answer');
  });

  test('shows what it received and forgets it; who runs nothing here sees none of it', async () => {
    await using world = await openPageWorld();
    const requests = '/api/operations/simulator-webhooks';
    const received = { atMs: Date.now(), body: Buffer.from(text), answer: 'status 200' };
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const all = ['msg_7', 'test_1', 'msg_9'].map((id) => ({
      ...received,
      head: headOf(secret, id),
    }));
    await world.installation.storage.simulator.keepRequests(all, 200);
    const first = await world.get(`${requests}?limit=2`);
    assert.equal(first['before'], 2);
    assert.partialDeepStrictEqual(first['webhooks'], [
      { id: 3, webhookId: 'msg_9', event: 'dlr', attempt: '1', octets: text.length },
      { id: 2, webhookId: 'test_1' },
    ]);
    const second = await world.get(`${requests}?limit=2&before=2`);
    assert.deepEqual([second['before'], (second['webhooks'] as unknown[]).length], [null, 1]);
    const { webhook } = await world.get(`${requests}-show?webhook=1`);
    assert.partialDeepStrictEqual(webhook, { head: all[0]?.head, body: text, signature: null });
    assert.equal((await world.ask('GET', `${requests}-show?webhook=99`)).status, 404);
    const member = { roles: { 1: 'owner' as const } };
    assert.equal(
      (await world.ask('GET', `${requests}-show?webhook=1`, undefined, member)).status,
      404,
    );
    assert.deepEqual((await world.ask('POST', `${requests}-clear`, {})).json, { cleared: 3 });
  });

  test('tells the endpoint whose secret signed a pasted request, of its own account alone', async () => {
    await using world = await openPageWorld();
    const url = 'http://127.0.0.1:9999/hook';
    const { secret } = await world.post('/api/accounts/1/operations/endpoint-add', { url });
    const nowMs = world.installation.operations.clock.nowMs();
    const pasted = { headers: headOf(String(secret), 'msg_7', nowMs), body: text };
    const right = await world.post(place(1), { ...pasted, secret });
    assert.partialDeepStrictEqual(right, { verdict: 'right', why: 'signed with this secret' });
    const another = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
    const theirs = await world.post(place(1), { ...pasted, secret: another });
    assert.partialDeepStrictEqual(theirs, { why: 'secret of another endpoint', endpointId: 1 });
    const stranger = { roles: { 2: 'owner' as const } };
    const foreign = await world.post(place(2), { ...pasted, secret: another }, stranger);
    assert.partialDeepStrictEqual(foreign, { why: 'neither fits', endpointId: null });
    const viewer = { roles: { 1: 'viewer' as const } };
    const refused = await world.ask('POST', place(1), { ...pasted, secret }, viewer);
    assert.equal(refused.json['word'], 'role does not allow it');
  });
});
