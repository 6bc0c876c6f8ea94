import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import type { Caller } from '#accounts/authenticator.ts';
import { must } from '#core/assert.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import {
  type ApiReply,
  assertRefused,
  callerOf,
  liveKey,
  openApiWorld,
  testKey,
} from '#test/harness/api-world.ts';
import { unaskedMail } from '#test/harness/unasked.ts';
import type { ApiPorts } from './api-server.ts';
import { type CommandPorts, listCommands } from './commands/commands.ts';
import { parseXml } from './parameters/xml.ts';

function sentenceAbout(sender: string): string {
  return `The account may not send as ${sender}.`;
}

const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
/** A body that is refused before it is read. */
const unread = { method: 'POST', body: 'x'.repeat(24 * 1_048_576 + 1) };

function assertXml({ status, text, headers }: ApiReply, expected: number, code?: number): void {
  assert.equal(status, expected, text);
  assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8', text);
  assert.match(text, new RegExp(`<success>false</success><code>${code ?? '\\d+'}</code>`));
}

suite('who calls', () => {
  test('a request without a key hears 1, one with a wrong key 10', async () => {
    await using world = await openApiWorld();
    assertRefused(await world.ask('/v1/me'), 401, 1, 'apiKey');
    assertRefused(await world.ask('/v1/me?apiKey=live_wrong'), 401, 10, 'apiKey');
    assertRefused(await world.send({ apiKey: null }), 401, 1);
    assertRefused(await world.send({ apiKey: '' }), 401, 1);
    assertRefused(await world.send({ apiKey: { a: 1 } }), 401, 10);
  });

  test('a key may stand in the query, the body, Authorization or X-Api-Key', async () => {
    await using world = await openApiWorld();
    const body = JSON.stringify({ phoneNumbers: '+33612345678', message: 'Hello' });
    const ways: readonly RequestInit[] = [
      { headers: { authorization: `Bearer ${liveKey}` } },
      { headers: { 'x-api-key': liveKey } },
      { headers: { 'x-api-key': liveKey, authorization: `bearer ${liveKey}` } },
    ];
    for (const way of ways) {
      const reply = await world.ask('/v1/send', { method: 'POST', body, ...way });
      assert.equal(reply.status, 200, reply.text);
    }
    const inQuery = await world.ask(`/v1/send?apiKey=${liveKey}`, { method: 'POST', body });
    assert.equal(inQuery.status, 200);
  });

  test('two different keys are refused, wherever they stand', async () => {
    await using world = await openApiWorld();
    const method = 'POST';
    const body = JSON.stringify({ apiKey: liveKey, phoneNumbers: '+33612345678', message: 'a' });
    const reply = await world.ask(`/v1/send?apiKey=${testKey}`, { method, body });
    assertRefused(reply, 400, 9, 'apiKey');
    const headers = { 'x-api-key': testKey };
    assertRefused(await world.ask('/v1/send', { method, body, headers }), 400, 9, 'apiKey');
  });

  test('a disabled account hears 20, a blocked one 30', async () => {
    for (const [state, code] of [
      ['disabled', 20],
      ['blocked', 30],
    ] as const) {
      await using world = await openApiWorld({
        authenticate: async () => callerOf('live', { state }),
      });
      assertRefused(await world.send(), 403, code);
    }
  });

  test('too many wrong keys hear 429, a right one from the same place passes', async () => {
    await using world = await openApiWorld();
    const wrong = (): ReturnType<typeof world.ask> => world.ask('/v1/me?apiKey=live_wrong');
    for (let guess = 0; guess < 600; guess += 1) assert.equal((await wrong()).status, 401);
    const refused = await wrong();
    assertRefused(refused, 429, 429);
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.equal((await world.send()).status, 200);
    world.clock.advance(60_000);
    assert.equal((await wrong()).status, 401);
  });
});

suite('what a request may look like', () => {
  test('an unknown command is 404 in the format that was asked for', async () => {
    await using world = await openApiWorld();
    assertRefused(await world.ask('/v1/nothing'), 404, 4);
    assertRefused(await world.ask('/'.padEnd(40, 'x')), 404, 4);
    const inQuery = await world.ask('/v1/nothing?_format=xml');
    assert.equal(inQuery.status, 404);
    assert.match(inQuery.text, /^<\?xml .*<success>false<\/success><code>4<\/code>/);
    const inBody = await world.ask('/v1/nothing', { method: 'POST', body: '{"_format":"xml"}' });
    assert.equal(inBody.headers.get('content-type'), 'application/xml; charset=utf-8');
    const byBody = await world.ask('/v1/nothing', { method: 'POST', body: '<r/>' });
    assert.equal(byBody.headers.get('content-type'), 'application/xml; charset=utf-8');
  });

  test('a query or a form that cannot be trusted is refused in the format that was asked for', async () => {
    await using world = await openApiWorld();
    const queries = [
      '_format=xml&message=%FF',
      '_format=xml&tag=a&tag=b',
      'tag=a&Tag=b&_format=xml',
      'tag=a&tag=b&_FORMAT=XML',
      '?%5Fformat=xml&message=%FF',
      `_format=xml&a${'[b]'.repeat(40)}=1`,
      `_format=xml${'&a'.repeat(1_001)}`,
    ];
    for (const query of queries) {
      const asked = await world.ask(`/v1/send?${query}`, { method: 'POST', body: '{}' });
      assertXml(asked, 400);
      const body = query.replace(/^\?/, '');
      assertXml(await world.ask('/v1/send', { method: 'POST', body }), 400);
    }
    const latin = Buffer.from('message=caf\u00e9&_format=xml', 'latin1');
    const bodies = [
      latin,
      '{"tag":"a","Tag":"b","_format":"xml"}',
      `{"_format":"xml","a":${deep}}`,
    ];
    for (const body of bodies)
      assertXml(await world.ask('/v1/send', { method: 'POST', body }), 400);
    const queryWins = await world.ask('/v1/send?_format=json&tag=a&tag=b', {
      method: 'POST',
      body: '{"_format":"xml"}',
    });
    assertRefused(queryWins, 400, 9, 'tag');
    assertXml(await world.ask('/v1/send?_format=xml&message=%FF', unread), 413, 413);
  });

  test('a wrong method is 405 and hears the right ones', async () => {
    await using world = await openApiWorld();
    const posted = await world.ask('/v1/me', { method: 'POST', body: '{}' });
    assertRefused(posted, 405, 405);
    assert.equal(posted.headers.get('allow'), 'GET, HEAD, OPTIONS');
    const got = await world.ask('/v1/send');
    assertRefused(got, 405, 405);
    assert.equal(got.headers.get('allow'), 'POST, OPTIONS');
  });

  test('malformed bodies hear 90, in the format they tried', async () => {
    await using world = await openApiWorld();
    const bodies = ['{', '{"a":', '[1]', '{"a":1}{', '[', deep];
    for (const body of bodies) {
      assertRefused(await world.ask('/v1/send', { method: 'POST', body }), 400, 90);
    }
    const broken = ['<a>', '<a></b>', '<', '<a>&nbsp;</a>', '<!DOCTYPE a []><a/>', '<a/><b/>'];
    for (const body of broken) {
      const reply = await world.ask('/v1/send', { method: 'POST', body });
      assert.equal(reply.status, 400);
      assert.match(reply.text, /<code>90<\/code>/);
    }
  });

  test('a document type is refused, so that no entity can grow or read a file', async () => {
    await using world = await openApiWorld();
    const body =
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r><apiKey>&x;</apiKey></r>';
    const reply = await world.ask('/v1/send?_format=json', { method: 'POST', body });
    assertRefused(reply, 400, 90);
    assert.match(reply.text, /document type/);
  });

  test('a body over the limit is 413, with a length and without', async () => {
    await using world = await openApiWorld();
    const text = 'x'.repeat(1_048_577);
    assertRefused(await world.ask('/v1/send', { method: 'POST', body: text }), 413, 413);
    const stream = new Blob([text]).stream();
    const chunked = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
    assertRefused(await world.ask('/v1/send', chunked), 413, 413);
    const asXml = { method: 'POST', body: text, headers: { 'content-type': 'application/xml' } };
    assertXml(await world.ask('/v1/bulk-send', asXml), 413, 413);
    // This one is read, for it may be an email: what it is counts, not its label.
    const inXml = { method: 'POST', body: `<send><message>${text}</message></send>` };
    assertXml(await world.ask('/v1/send', inXml), 413, 413);
    assert.equal((await world.send()).status, 200);
  });

  test('JSON labelled as a form, a form labelled as nothing, and XML are all read', async () => {
    await using world = await openApiWorld();
    const json = JSON.stringify({
      APIKey: liveKey,
      PhoneNumbers: 33_612_345_678,
      MESSAGE: 0,
      sender: null,
    });
    const form = `apiKey=${liveKey}&phoneNumbers=%2B33612345678&message=caf%C3%A9`;
    const xml = `\uFEFF <?xml version="1.0"?><r><apiKey>${liveKey}</apiKey><phoneNumbers><item>+33612345678</item><item>0712345678</item></phoneNumbers><message> a &#233;&amp;</message><_format>json</_format></r>`;
    const labels = ['application/x-www-form-urlencoded', 'text/plain', ''];
    for (const body of [json, form, xml]) {
      for (const label of labels) {
        const headers = { 'content-type': label };
        const reply = await world.ask('/v1/send', { method: 'POST', body, headers });
        assert.equal(reply.status, 200, reply.text);
      }
    }
    assert.deepEqual([...new Set(world.sent.map(({ text }) => text))], ['0', 'café', ' a é&']);
    assert.deepEqual(world.sent.at(-1)?.phones, ['33612345678', '33712345678']);
  });

  test('a question mark too many and a raw plus in the query are understood', async () => {
    await using world = await openApiWorld();
    assert.equal((await world.ask(`/v1/me??apiKey=${liveKey}`)).status, 200);
    const path = `/v1/send?apiKey=${liveKey}&phoneNumbers=+33612345678,+33712345678&message=a+b`;
    assert.equal((await world.ask(path, { method: 'POST' })).status, 200);
    assert.deepEqual(world.sent[0]?.phones, ['33612345678', '33712345678']);
    assert.equal(world.sent[0].text, 'a b');
  });

  test('what is decoded once is not decoded again', async () => {
    await using world = await openApiWorld();
    const path = `/v1/send?apiKey=${liveKey}&phoneNumbers=33612345678&message=%252B`;
    await world.ask(path, { method: 'POST' });
    const xml = `<r><apiKey>${liveKey}</apiKey><phoneNumbers>33612345678</phoneNumbers><message>&amp;amp;</message></r>`;
    await world.ask('/v1/send', { method: 'POST', body: xml });
    assert.deepEqual(
      world.sent.map(({ text }) => text),
      ['%2B', '&amp;'],
    );
  });

  test('a parameter twice with different values is 400 and named, the same twice is fine', async () => {
    await using world = await openApiWorld();
    const body = JSON.stringify({ apiKey: liveKey, phoneNumbers: '33612345678', message: 'a' });
    const ask = (query: string): ReturnType<typeof world.ask> =>
      world.ask(`/v1/send?${query}`, { method: 'POST', body });
    assertRefused(await ask('message=b'), 400, 9, 'message');
    assertRefused(await ask('tag=a&tag=b'), 400, 9, 'tag');
    assert.equal((await ask('message=a&_format=json')).status, 200);
    const twice = JSON.stringify({ apiKey: liveKey, message: 'a', Message: 'b' });
    assertRefused(await world.ask('/v1/send', { method: 'POST', body: twice }), 400, 9, 'Message');
    const named = (message: string) => {
      const text = body.replace('{', `{"message":"${message}",`);
      return world.ask('/v1/send', { method: 'POST', body: text });
    };
    assertRefused(await named('b'), 400, 9, 'message');
    assert.equal((await named('a')).status, 200);
  });

  test('names that objects have of their own are names like any other', async () => {
    await using world = await openApiWorld();
    const body = `{"__proto__":{"apiKey":"${liveKey}"},"constructor":1,"toString":2,"a":{"__proto__":1}}`;
    assertRefused(await world.ask('/v1/send', { method: 'POST', body }), 401, 1);
    const form = `__proto__=1&__proto__[apiKey]=${liveKey}&constructor[prototype][x]=1`;
    assertRefused(await world.ask('/v1/send', { method: 'POST', body: form }), 400, 9);
    const xml = '<r><__proto__><apiKey>x</apiKey></__proto__><constructor>1</constructor></r>';
    const reply = await world.ask('/v1/send?_format=json', { method: 'POST', body: xml });
    assertRefused(reply, 401, 1);
    assert.equal(Object.hasOwn(Object.prototype, 'apiKey'), false);
  });

  test('slashes that a client joined carelessly change nothing', async () => {
    await using world = await openApiWorld();
    assert.equal((await world.ask(`//v1//me/?apiKey=${liveKey}`)).status, 200);
  });
});

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

suite('what goes wrong behind the API', () => {
  test('a storage that cannot commit is 503, and says when to come back', async () => {
    await using world = await openApiWorld({
      send: () => Promise.reject(new StorageUnavailable('the disk is full')),
    });
    const reply = await world.send();
    assertRefused(reply, 503, 500);
    assert.equal(reply.headers.get('retry-after'), '2');
    assert.doesNotMatch(reply.text, /disk/);
  });

  test('anything else is 500 in general words, and the log has its id and its place', async () => {
    await using world = await openApiWorld({
      send: () => Promise.reject(new TypeError(`cannot read ${liveKey}`)),
    });
    const reply = await world.send();
    assertRefused(reply, 500, 500);
    assert.doesNotMatch(reply.text, /cannot read/);
    const line = world.logLines.find((text) => text.includes('request.failed')) ?? '';
    assert.match(line, new RegExp(reply.headers.get('x-request-id') ?? 'no id'));
    assert.match(line, /TypeError.*api-server\.test\.ts/);
  });

  test('an overloaded program refuses before it reads the body, and still shows its health', async () => {
    await using world = await openApiWorld({ refuseNow: () => 3 });
    const reply = await world.send();
    assertRefused(reply, 503, 500);
    assert.equal(reply.headers.get('retry-after'), '3');
    assert.equal((await world.ask('/healthz')).status, 200);
  });

  test('readiness names its obstacle', async () => {
    await using ready = await openApiWorld();
    assert.equal((await ready.ask('/readyz')).text, '{"status":"ready"}');
    await using draining = await openApiWorld({ findObstacle: async () => 'draining' });
    const reply = await draining.ask('/readyz');
    assert.equal(reply.status, 503);
    assert.equal(reply.text, '{"status":"not ready","reason":"draining"}');
  });
});

test('no key is ever in a log line or a reply, wherever it was sent', async () => {
  await using world = await openApiWorld({
    send: async ({ text }) => {
      if (text === 'throw') throw new Error(liveKey);
      return { ok: false, refusal: { why: 'no price', phones: [] } };
    },
  });
  const replies = [
    await world.send(),
    await world.send({ message: 'throw' }),
    await world.send({ apiKey: `${liveKey}x` }),
    await world.ask(`/v1/me?apiKey=${liveKey}x`),
    await world.ask(`/v1/${liveKey}`),
    await world.ask(`/${liveKey}?apiKey=${liveKey}`),
    await world.ask(`/v1/send?apiKey=${liveKey}`),
    await world.ask(`/v1/me?apiKey=${liveKey}&apiKey=${testKey}`),
    await world.ask('/v1/me', { headers: { authorization: `Bearer ${liveKey}` } }),
    await world.ask('/v1/send', { method: 'POST', body: `{"apiKey":"${liveKey}"` }),
    await world.ask('/v1/send', { method: 'POST', body: `<r><apiKey>${liveKey}</r>` }),
    await world.ask(`/v1/me?apiKey=${liveKey}${'x'.repeat(9_000)}`),
  ];
  const raw = await world.raw(
    `GET /v1/me?apiKey=${liveKey} HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n`,
  );
  const shown = [...replies.map(({ text, headers }) => text + JSON.stringify([...headers])), raw];
  for (const text of [...shown, ...world.logLines]) assert.doesNotMatch(text, /CANARY/);
  assert.ok(world.logLines.length >= replies.length);
});

test('random bytes as a body are refused or read, and never break anything', async () => {
  await using world = await openApiWorld();
  const starts = fc.constantFrom(
    '',
    '{',
    '[',
    '<',
    '<?xml',
    '{"a":',
    '<a>',
    '<a b="',
    'a=%',
    '\uFEFF{',
  );
  await fc.assert(
    fc.asyncProperty(starts, fc.uint8Array({ maxLength: 300 }), async (start, bytes) => {
      const body = Buffer.concat([Buffer.from(start), bytes]);
      const reply = await world.ask('/v1/send', { method: 'POST', body });
      assert.ok(reply.status === 400 || reply.status === 401, reply.text);
    }),
    { numRuns: 300 },
  );
});
