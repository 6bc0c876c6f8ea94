import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { StorageUnavailable } from '#core/unavailable.ts';
import {
  type ApiReply,
  assertRefused,
  callerOf,
  liveKey,
  openApiWorld,
  testKey,
} from '#test/harness/api-world.ts';

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
