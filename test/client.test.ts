/** The TypeScript client: its types are the document's, and it does what it says against a running server. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { openApp } from '#test/harness/open-app.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';
import {
  ParleyClient,
  ParleyRefusal,
  ParleyUnreachable,
} from '../clients/typescript/src/client.ts';
import type { CommandPath } from '../clients/typescript/src/commands.ts';
import { verifyWebhook } from '../clients/typescript/src/webhook.ts';
import { clientTypes, promisedReplies, type Schema } from '../tools/client-types.ts';

const folder = join(import.meta.dirname, '..', 'clients', 'typescript');
const phone = '+33639980001';
const sms = { phoneNumbers: phone, message: 'Hello' };

test('its types are those of the document: npm run client writes them', async () => {
  assert.equal(await readFile(join(folder, 'src', 'commands.ts'), 'utf8'), clientTypes());
});

test('it builds to plain JavaScript with types, and Node takes that', async () => {
  using built = temporaryFolder();
  const run = promisify(execFile);
  const tsc = join(import.meta.dirname, '..', 'node_modules', '.bin', 'tsc');
  await run(tsc, ['-p', folder, '--outDir', built.path]);
  const types = await readFile(join(built.path, 'index.d.ts'), 'utf8');
  assert.match(types, /ParleyClient/);
  const program = `import { verifyWebhook } from ${JSON.stringify(join(built.path, 'index.js'))};
    console.log(verifyWebhook({ secret: '', headers: {}, body: '' }).why);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  assert.equal(stdout.trim(), 'headers are missing');
});

/** Where a value is not what a schema says, in words; what it does not name may be there too. */
function faultsOf(value: unknown, schema: Schema, at = 'reply'): readonly string[] {
  const { allOf, anyOf, type, enum: words, properties, items, required } = schema;
  if (Array.isArray(allOf)) return (allOf as Schema[]).flatMap((one) => faultsOf(value, one, at));
  if (Array.isArray(anyOf)) {
    const all = (anyOf as Schema[]).map((one) => faultsOf(value, one, at));
    return all.find((faults) => faults.length === 0) ?? all[0] ?? [];
  }
  if (Array.isArray(words) && !words.includes(value)) return [`${at} is ${String(value)}`];
  const kinds = [type ?? []].flat() as unknown as readonly string[];
  const isKind = kinds.length === 0 || kinds.some((one) => one === kindOf(value, one));
  if (!isKind) return [`${at} is no ${kinds.join(' or ')}`];
  if (Array.isArray(value)) {
    return value.flatMap((one, n) => faultsOf(one, (items ?? {}) as Schema, `${at}[${n}]`));
  }
  const members = (value ?? {}) as Readonly<Record<string, unknown>>;
  const missing = ((required ?? []) as readonly string[]).filter((name) => !(name in members));
  const wrong = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>)
    .filter(([name]) => typeof value === 'object' && name in members)
    .flatMap(([name, own]) => faultsOf(members[name], own, `${at}.${name}`));
  return [...missing.map((name) => `${at}.${name} is missing`), ...wrong];
}

function kindOf(value: unknown, asked: string): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'number') return typeof value;
  return asked === 'number' || !Number.isInteger(value) ? 'number' : 'integer';
}

test('replies are what the document promises', async () => {
  await using app = await openApp();
  const parley = new ParleyClient({ baseUrl: app.url, apiKey: app.testKey });
  const { message_id: messageId } = await parley.send({ ...sms, tag: 'spring' });
  const { groupId } = await parley.call('/v1/group/add', { name: 'people' });
  await parley.call('/v1/stop-sms/add', { phoneNumber: '+33639980050' });
  const asked: readonly (readonly [CommandPath, object])[] = [
    ['/v1/me', {}],
    ['/mail/v1/me', {}],
    ['/v1/send', sms],
    ['/v1/send', { ...sms, dryRun: 1 }],
    ['/v1/preview', sms],
    ['/v1/bulk-send', { SMSList: [{ phoneNumber: phone, message: 'One' }] }],
    ['/v1/message-status', { messageId, phoneNumber: phone }],
    ['/v1/multi-status', { SMSStatut_List: [{ messageId, phoneNumber: phone }] }],
    ['/v1/bulk-status', { messageId }],
    ['/v1/bulk-status-by-tag', { tag: 'spring' }],
    ['/v1/statistics/cost-resume', { interval: 'last_month' }],
    ['/v1/lookup', { phoneNumbers: [phone, '12'] }],
    ['/v1/stop-sms/list', {}],
    ['/v1/stop-sms/add', { phoneNumber: '+33639980051' }],
    ['/v1/group/list', {}],
    ['/v1/group/update', { groupId, name: 'friends' }],
    ['/v1/contact/add', { groupId, contact: { phoneNumber: phone, firstname: 'Ann' } }],
    ['/v1/contact/add', { groupId, contactsList: [{ phoneNumber: '+33639980002' }, {}] }],
    ['/v1/contact/list', { groupId }],
    ['/v1/contact/detail', { contactId: 1 }],
    ['/v1/contact/update', { contactId: 1, lastname: 'Lee' }],
    [
      '/v1/subaccount/create',
      { type: 'simple', parameters: { email: 'shop@example.com', creditToAttribute: 1 } },
    ],
    ['/v1/subaccount/list', {}],
    ['/v1/vn/list', {}],
    ['/v1/vn/available', {}],
    ['/v1/vn/calls', {}],
    ['/v1/vn/voicemails', {}],
    ['/v1/webhook/add', { url: `${app.url}/hook` }],
    ['/v1/webhook/list', {}],
    ['/v1/webhook/test', { id: 2 }],
    ['/v1/webhook/rotate', { id: 2 }],
    ['/v1/events', { since: 60 }],
    [
      '/mail/v1/send',
      { subject: 'a', htmlContent: 'b', params: { to: [{ email: 'a@parley.test' }] } },
    ],
    ['/mail/v1/bulk-status', { messageId: 1 }],
    ['/mail/v1/domain/add', { domain: 'example.org' }],
    ['/mail/v1/domain/list', {}],
  ];
  const promised = promisedReplies();
  for (const [path, takes] of asked) {
    const reply = await parley.call(path, takes);
    assert.deepEqual(faultsOf(reply, promised.get(path) ?? {}), [], path);
  }
});

suite('the client against a server', () => {
  test('sends once however often the same key comes, and asks what became of it', async () => {
    await using app = await openApp();
    const parley = new ParleyClient({ baseUrl: `${app.url}/`, apiKey: app.testKey });
    const { user, credits } = await parley.me();
    assert.equal(typeof user.id, 'number');
    assert.equal(credits.currency, 'EUR');
    const first = await parley.send(sms, { idempotencyKey: 'order 7' });
    const again = await parley.send(sms, { idempotencyKey: 'order 7' });
    assert.equal(again.message_id, first.message_id);
    assert.notEqual((await parley.send(sms)).message_id, first.message_id);
    const messageId = first.message_id;
    const status = await parley.call('/v1/message-status', { messageId, phoneNumber: phone });
    assert.equal(status.number, phone);
    assert.ok(['Waiting', 'Delivered'].includes(status.statut));
    const bulk = await parley.call('/v1/bulk-send', {
      SMSList: [{ phoneNumber: phone, message: 'One' }],
    });
    assert.equal(bulk.nbSMS, 1);
    const { recipients } = await parley.call('/v1/preview', sms);
    assert.equal(recipients.length, 1);
    const { lookup } = await parley.call('/v1/lookup', { phoneNumbers: [phone] });
    assert.equal(lookup.length, 1);
    const mail = await parley.sendEmail({
      subject: 'Hello',
      htmlContent: '<p>Hello</p>',
      params: { to: [{ email: 'someone@parley.test' }] },
    });
    assert.ok(mail.success);
  });

  test('has a refusal as an error with its code, its fields and the id of the request', async () => {
    await using app = await openApp();
    const parley = new ParleyClient({ baseUrl: app.url, apiKey: app.testKey });
    const wrong = parley.send({ phoneNumbers: '12', message: 'x' });
    await assert.rejects(wrong, (error) => {
      assert.ok(error instanceof ParleyRefusal);
      assert.deepEqual([error.status, error.code], [400, 9]);
      assert.equal(error.errors[0]?.elementId, 'children[phoneNumbers].data');
      assert.match(error.requestId ?? '', /./);
      return true;
    });
    const french = new ParleyClient({ baseUrl: app.url, apiKey: 'wrong', language: 'fr' });
    await assert.rejects(french.me(), (error) => {
      assert.ok(error instanceof ParleyRefusal);
      assert.equal(error.code, 10);
      assert.ok(!error.message.includes('wrong'));
      return true;
    });
  });

  test('knows the webhooks of the server, and no others', async () => {
    await using app = await openApp();
    await using sink = await openWebhookSink();
    const parley = new ParleyClient({ baseUrl: app.url, apiKey: app.testKey });
    const added = await parley.call('/v1/webhook/add', { url: sink.url, events: 'dlr' });
    const { secret } = added.webhook;
    await parley.send(sms);
    const [webhook] = await sink.until(1);
    assert.ok(webhook);
    const { headers, body } = webhook;
    const check = { secret, headers, body };
    assert.deepEqual(verifyWebhook(check), { ok: true, id: headers['webhook-id'] });
    const changed = verifyWebhook({ ...check, body: `${body} ` });
    assert.deepEqual(changed, { ok: false, why: 'signature is wrong' });
  });
});

/** Answers each request as it is told, the last answer for all that follow. */
async function openServer(
  answers: readonly ((request: IncomingMessage, response: ServerResponse) => void)[],
) {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    const answer = answers[Math.min(keys.length, answers.length) - 1];
    request.resume();
    request.on('end', () => answer?.(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    keys,
    parley: (over: object = {}) =>
      new ParleyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', ...over }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const json = { 'content-type': 'application/json' };
const busy = (_: IncomingMessage, response: ServerResponse) =>
  void response
    .writeHead(503, { ...json, 'retry-after': '0' })
    .end('{"code":500,"message":"busy"}');
const cut = (request: IncomingMessage) => void request.socket.destroy();
const done = (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, json).end('{"success":true,"code":200,"message_id":1}');
const silent = () => undefined;

suite('the client where a server fails', () => {
  test('tries a send again under the same key, after a refusal that may pass and a lost line', async () => {
    await using server = await openServer([busy, cut, done]);
    const { message_id } = await server.parley().send(sms);
    assert.equal(message_id, 1);
    assert.equal(server.keys.length, 3);
    assert.equal(new Set(server.keys).size, 1);
    assert.match(server.keys[0] ?? '', /^[0-9a-f-]{36}$/);
  });

  test('gives up after its tries, and tries nothing twice that might do something twice', async () => {
    await using server = await openServer([busy]);
    await assert.rejects(server.parley({ retries: 1 }).send(sms), ParleyRefusal);
    assert.equal(server.keys.length, 2);
    const add = server.parley().call('/v1/stop-sms/add', { phoneNumber: phone });
    await assert.rejects(add, ParleyRefusal);
    assert.equal(server.keys.length, 3);
    await using gone = await openServer([cut]);
    await assert.rejects(gone.parley({ retries: 0 }).me(), ParleyUnreachable);
  });

  test('waits no longer than it is told, and stops when it is told', async () => {
    await using server = await openServer([silent]);
    const short = server.parley({ timeoutMs: 50, retries: 0 });
    await assert.rejects(short.me(), ParleyUnreachable);
    const stop = new AbortController();
    const asked = server.parley().me({ signal: stop.signal });
    stop.abort(new Error('told to stop'));
    await assert.rejects(asked, /told to stop/);
  });
});

suite('the check of a webhook', () => {
  const key = randomBytes(24);
  const secret = `whsec_${key.toString('base64')}`;
  const nowMs = 1_795_265_051_000;
  const body = '{"status":"delivered"}';
  const signed = (timestamp: string) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1a,x v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')}`,
  });
  const check = { secret, body, nowMs, headers: signed('1795265051') };

  test('takes any of several secrets and signatures', () => {
    const other = `whsec_${randomBytes(24).toString('base64')}`;
    assert.deepEqual(verifyWebhook({ ...check, secret: [other, secret] }), {
      ok: true,
      id: 'msg_1',
    });
    const bytes = Buffer.from(body);
    assert.deepEqual(verifyWebhook({ ...check, body: bytes }), { ok: true, id: 'msg_1' });
    const wrong = { ok: false, why: 'signature is wrong' };
    assert.deepEqual(verifyWebhook({ ...check, secret: other }), wrong);
    const cutShort = { ...check.headers, 'webhook-signature': 'v1,AAAA' };
    assert.deepEqual(verifyWebhook({ ...check, headers: cutShort }), wrong);
  });

  test('refuses what is too old, too far ahead, or has no headers', () => {
    const outside = { ok: false, why: 'timestamp is out of tolerance' };
    for (const timestamp of ['1795264750', '1795265352']) {
      assert.deepEqual(verifyWebhook({ ...check, headers: signed(timestamp) }), outside);
    }
    const missing = { ok: false, why: 'headers are missing' };
    assert.deepEqual(verifyWebhook({ ...check, headers: {} }), missing);
    assert.deepEqual(verifyWebhook({ ...check, headers: signed('soon') }), missing);
  });
});
