import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import type { Caller } from '#accounts/authenticator.ts';
import { must } from '#core/assert.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { callerOf, liveKey, openApiWorld } from '#test/harness/api-world.ts';
import { unaskedMail } from '#test/harness/unasked.ts';
import type { ApiPorts } from './api-server.ts';
import { type CommandPorts, listCommands } from './commands/commands.ts';
import { parseXml } from './parameters/xml.ts';

function sentenceAbout(sender: string): string {
  return `The account may not send as ${sender}.`;
}

suite('what a reply looks like', () => {
  test('success is 200 with a bare content type, and every reply has its id', async () => {
    await using world = await openApiWorld();
    const reply = await world.send();
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'application/json');
    assert.equal(
      reply.text,
      '{"success":true,"code":200,"message_id":307,"nb_sms":1,"cost":0.038,"currency":"EUR"}',
    );
    assert.match(reply.headers.get('x-request-id') ?? '', /^[0-9a-f]{24}$/);
    assert.equal(world.sent[0]?.requestId, reply.headers.get('x-request-id'));
  });

  test('the id that a client gives its request stands beside ours, and in place of none', async () => {
    await using world = await openApiWorld();
    const asked = { apiKey: liveKey, phoneNumbers: '+33612345678', message: 'Hello' };
    const list = { ...asked, SMSList: [{ phoneNumber: '+33612345678', message: 'Hello' }] };
    const headers = { 'X-Request-Id': 'order 42/a' };
    for (const path of ['/v1/send', '/v1/bulk-send']) {
      const body = JSON.stringify(list);
      const reply = await world.ask(path, { method: 'POST', body, headers });
      assert.equal(reply.status, 200, reply.text);
      const requestId = reply.headers.get('x-request-id');
      assert.match(requestId ?? '', /^[0-9a-f]{24}$/);
      const { requestId: ours, clientRequestId } = must(world.sent.at(-1), 'request');
      assert.deepEqual([ours, clientRequestId], [requestId, 'order 42/a']);
      const line = world.logLines.at(-1) ?? '';
      assert.ok(line.includes(`"requestId":"${requestId}","clientRequestId":"order 42/a"`), line);
    }
    await world.ask('/v1/me', { headers });
    assert.match(world.logLines.at(-1) ?? '', /"clientRequestId":"order 42\/a".*"request.refused"/);
    await world.send();
    assert.equal(world.sent.at(-1)?.clientRequestId, undefined);
    assert.doesNotMatch(world.logLines.at(-1) ?? '', /clientRequestId/);
    const secret = { 'X-Request-Id': liveKey };
    await world.ask('/v1/send', { method: 'POST', body: JSON.stringify(asked), headers: secret });
    assert.doesNotMatch(world.logLines.join(''), /CANARY/);
    assert.equal(world.sent.at(-1)?.clientRequestId, undefined);
  });

  test('every reply carries the headers of its surface, and none says what we are', async () => {
    await using world = await openApiWorld();
    const replies = [await world.send(), await world.ask('/v1/me'), await world.ask('/nothing')];
    for (const { headers } of replies) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cache-control'), 'no-store');
      const policy = "default-src 'none'; frame-ancestors 'none'";
      assert.equal(headers.get('content-security-policy'), policy);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-credentials'), null);
      assert.equal(headers.get('server'), null);
      assert.equal(headers.get('strict-transport-security'), null);
    }
    await using secure = await openApiWorld({}, { publicUrl: 'https://sms.example.com' });
    const { headers } = await secure.ask('/v1/me');
    assert.match(headers.get('strict-transport-security') ?? '', /^max-age=31536000/);
  });

  test('a browser asks first and may then send from any page, with a key in a header', async () => {
    await using world = await openApiWorld();
    const preflight = await world.ask('/v1/send', { method: 'OPTIONS' });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /X-Api-Key/);
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
  });

  test('XML in, JSON out, and the other way round', async () => {
    await using world = await openApiWorld();
    const xml = `<send><apiKey>${liveKey}</apiKey><phoneNumbers>+33612345678</phoneNumbers><message>a</message></send>`;
    const method = 'POST';
    const asJson = await world.ask('/v1/send?_format=json', { method, body: xml });
    assert.equal(asJson.body['message_id'], 307);
    const asXml = await world.ask('/v1/send', { method, body: xml });
    assert.equal(
      asXml.text,
      '<?xml version="1.0" encoding="UTF-8"?><result><success>true</success><code>200</code><message_id>307</message_id><nb_sms>1</nb_sms><cost>0.038</cost><currency>EUR</currency></result>',
    );
    const fromJson = await world.send({ _format: 'xml' });
    assert.equal(fromJson.text, asXml.text);
    const unknown = await world.send({ _format: 'yaml' });
    assert.equal(unknown.headers.get('content-type'), 'application/json');
    const queryWins = await world.ask('/v1/send?_format=json', {
      method,
      body: xml.replace('<send>', '<send><_format>xml</_format>'),
    });
    assert.equal(queryWins.headers.get('content-type'), 'application/json');
  });

  test('errors in XML list their elements as items', async () => {
    await using world = await openApiWorld();
    const reply = await world.send({ _format: 'xml', phoneNumbers: 'abc, def' });
    const read = parseXml(reply.text);
    assert.ok(read.ok);
    const { error, errors } = read.values;
    assert.deepEqual(error, errors);
    assert.equal((errors as readonly unknown[]).length, 2);
  });

  test('errors are in French where French is preferred', async () => {
    await using world = await openApiWorld();
    const inFrench = await world.ask('/v1/me', {
      headers: { 'accept-language': 'fr-CA,en;q=0.5' },
    });
    assert.equal(inFrench.body['message'], 'La clé d’API est obligatoire.');
    const inEnglish = await world.ask('/v1/me', { headers: { 'accept-language': 'en,fr;q=0.5' } });
    assert.equal(inEnglish.body['message'], 'The API key is required.');
  });

  test('any text survives in JSON and in XML, but for what XML cannot hold', async () => {
    let sender = '';
    await using world = await openApiWorld({
      send: async () => ({ ok: false, refusal: { why: 'sender is not allowed', sender } }),
    });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        sender = text;
        const inJson = await world.send({});
        assert.equal(inJson.body['message'], sentenceAbout(text));
        const inXml = parseXml((await world.send({ _format: 'xml' })).text);
        const held = text.replace(
          /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
          '\ufffd',
        );
        assert.ok(inXml.ok);
        assert.equal(inXml.values['message'], sentenceAbout(held));
      }),
      { numRuns: 60 },
    );
  });
});

suite('a client that reads XML by position alone', () => {
  const positional = callerOf('live', { xmlForm: 'positional' });
  const { account, key } = positional;
  const refusals: readonly (readonly [string, Partial<ApiPorts>, number, number])[] = [
    ['a wrong parameter', {}, 400, 9],
    ['a disabled account', lettingIn({ account: { ...account, state: 'disabled' }, key }), 403, 20],
    ['a blocked account', lettingIn({ account: { ...account, state: 'blocked' }, key }), 403, 30],
    [
      'a foreign address',
      lettingIn({ account, key: { ...key, addresses: ['192.0.2.1'] } }),
      403,
      40,
    ],
    ['a missing scope', lettingIn({ account, key: { ...key, scopes: [] } }), 403, 96],
    ['too many requests', { refuseCaller: () => 5 }, 429, 429],
    [
      'a storage in trouble',
      { send: () => Promise.reject(new StorageUnavailable('full')) },
      503,
      500,
    ],
    ['what breaks', { send: () => Promise.reject(new TypeError('broken')) }, 500, 500],
  ];
  for (const [what, ports, status, code] of refusals) {
    test(`hears so of ${what}`, async () => {
      await using world = await openApiWorld({ ...lettingIn(positional), ...ports });
      const reply = await world.send({ _format: 'xml', ...(code === 9 && { tag: {} }) });
      assert.equal(reply.status, status, reply.text);
      const start = `<result><entry>false</entry><entry>${code}</entry><entry>`;
      assert.ok(reply.text.includes(start), reply.text);
      assert.doesNotMatch(reply.text, /<(?:success|code|item|message)>/);
    });
  }
});

function lettingIn(caller: Caller): Partial<ApiPorts> {
  return { authenticate: async () => caller };
}

suite('HEAD', () => {
  test('asks what only tells, and none of what changes something', async () => {
    await using world = await openApiWorld();
    const paths = listCommands({ ...unaskedMail } as unknown as CommandPorts)
      .filter(({ methods }) => methods.includes('GET'))
      .map(({ path }) => path);
    const refused: string[] = [];
    for (const path of paths) {
      const { status, headers } = await world.ask(path, { method: 'HEAD' });
      const allow = headers.get('allow') ?? '';
      if (status === 405) refused.push(path);
      else assert.equal(status, 401, path);
      assert.doesNotMatch(allow, /HEAD/, path);
    }
    assert.deepEqual(refused.toSorted(), [
      '/mail/v1/domain/check',
      '/mail/v1/domain/delete',
      '/mail/v1/message-cancel',
      '/mail/v1/sender/delete',
      '/mail/v1/unsubscribe/delete',
      '/mail/v1/webhook/delete',
      '/v1/contact/delete',
      '/v1/contact/remove',
      '/v1/group/delete',
      '/v1/group/remove',
      '/v1/message-cancel',
      '/v1/stop-sms/delete',
      '/v1/subaccount/create',
      '/v1/subaccount/delete',
      '/v1/subaccount/remove',
      '/v1/vn/voicemail/audio',
      '/v1/webhook/delete',
    ]);
    const behind = await world.ask('/v1/message-cancel/307', { method: 'HEAD' });
    assert.equal(behind.status, 405);
    assert.equal(behind.headers.get('allow'), 'GET, POST, DELETE, OPTIONS');
  });
});
