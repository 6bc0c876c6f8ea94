import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { suite, test } from 'node:test';
import { StorageUnavailable } from '#core/unavailable.ts';
import { type ApiWorld, liveKey, openApiWorld } from '#test/harness/api-world.ts';

const good = JSON.stringify({ apiKey: liveKey, phoneNumbers: '+33612345678', message: 'Hello' });

function post(body: string, ...headers: readonly string[]): string {
  const lines = ['POST /v1/send HTTP/1.1', 'Host: a', ...headers];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const withLength = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}`;

function statuses(replies: string): readonly number[] {
  return [...replies.matchAll(/HTTP\/1\.1 (?<status>\d{3}) /g)].map(({ groups }) =>
    Number(groups?.['status']),
  );
}

/** One answer in the envelope and the end of the connection, however much was sent behind it. */
async function assertEnded(world: ApiWorld, bytes: string, status: number): Promise<void> {
  const heard = await world.raw(Buffer.from(bytes, 'latin1'));
  assert.deepEqual(statuses(heard), [status], heard);
  assert.match(heard, /"success":false,"code":\d+/);
  assert.match(heard, /^x-request-id: [0-9a-f]{24}\r$/im);
  assert.match(heard, /^connection: close\r$/im);
}

suite('requests that two servers could read in two ways', () => {
  const smuggled = 'GET /v1/me HTTP/1.1\r\nHost: a\r\n\r\n';
  const chunked = `0\r\n\r\n${smuggled}`;
  const cases: Readonly<Record<string, string>> = {
    'a length beside chunks': post(chunked, 'Content-Length: 4', 'Transfer-Encoding: chunked'),
    'two lengths': post(`ab${smuggled}`, 'Content-Length: 2', 'Content-Length: 4'),
    'a list of lengths': post(`ab${smuggled}`, 'Content-Length: 2, 2'),
    'a signed length': post(`ab${smuggled}`, 'Content-Length: +2'),
    'an unknown coding': post(chunked, 'Transfer-Encoding: xchunked'),
    'two codings': post(chunked, 'Transfer-Encoding: gzip, chunked'),
    'a coding twice': post(chunked, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
    'a coding behind a tab': post(chunked, 'Transfer-Encoding:\tx chunked'),
    'a coding behind a space that is none of HTTP': post(chunked, 'Transfer-Encoding: \xa0chunked'),
    'a length before a space that is none of HTTP': post('hello', 'Content-Length: 5\xa0'),
    'a carriage return before the last line': post('', 'X: a\r'),
    'a space before the colon': post(chunked, 'Transfer-Encoding : chunked'),
    'a folded header': post(chunked, 'X: a\r\n Transfer-Encoding: chunked'),
    'a bare line feed': 'GET /v1/me HTTP/1.1\nHost: a\n\n',
    'two hosts': 'GET /v1/me HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'no host': 'GET /v1/me HTTP/1.1\r\n\r\n',
    'two authorizations':
      'GET /v1/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n',
    'a NUL in a header': 'GET /v1/me HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n',
    'a chunk size that is none': post('zz\r\n', 'Transfer-Encoding: chunked'),
    'no request at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  };
  for (const [name, bytes] of Object.entries(cases)) {
    test(`${name}: one 400, and the connection ends`, async () => {
      await using world = await openApiWorld();
      await assertEnded(world, bytes, 400);
      assert.equal(world.sent.length, 0);
    });
  }
});

suite('fields that have the names of words of JavaScript', () => {
  for (const name of ['Refusal', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'ok']) {
    test(`${name} is a field like any other`, async () => {
      await using world = await openApiWorld();
      const bytes = post(good, withLength(good), `${name}: x`, `${name}: y`, 'Connection: close');
      assert.deepEqual(statuses(await world.raw(bytes)), [200]);
      assert.equal((await world.send()).status, 200);
    });
  }
});

suite('the edges of HTTP', () => {
  test('TRACE and CONNECT are 405, and echo nothing', async () => {
    await using world = await openApiWorld();
    const head = `Host: a\r\nX-Api-Key: ${liveKey}\r\nConnection: close\r\n\r\n`;
    for (const line of ['TRACE /v1/me HTTP/1.1', 'CONNECT a:443 HTTP/1.1']) {
      const heard = await world.raw(`${line}\r\n${head}`);
      assert.deepEqual(statuses(heard), [405]);
      assert.match(heard, /^allow: /im);
      assert.doesNotMatch(heard, /CANARY/);
    }
  });

  test('an address in its absolute form, as proxies get it, is the same address', async () => {
    await using world = await openApiWorld();
    const bytes = post(good, withLength(good), 'Connection: close');
    const heard = await world.raw(bytes.replace('/v1/send', 'http://sms.example/v1/send'));
    assert.deepEqual(statuses(heard), [200]);
    const query = `GET HTTPS://a?x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    assert.deepEqual(statuses(await world.raw(query)), [200]);
    const whole = 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    assert.deepEqual(statuses(await world.raw(whole)), [204]);
  });

  test('a long address is 414, long headers are 431, in the format that was asked for', async () => {
    await using world = await openApiWorld();
    const end = 'Host: a\r\nConnection: close\r\n\r\n';
    const long = `GET /v1/me?_format=xml&x=${'x'.repeat(9_000)} HTTP/1.1\r\n${end}`;
    assert.match(await world.raw(long), /^HTTP\/1\.1 414 [\s\S]*<code>414<\/code>/);
    const longer = `GET /v1/me?_format=xml&x=${'x'.repeat(20_000)} HTTP/1.1\r\n${end}`;
    assert.match(await world.raw(longer), /^HTTP\/1\.1 414 [\s\S]*<code>414<\/code>/);
    const headers = `GET /v1/me?_format=xml HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${end}`;
    assert.match(await world.raw(headers), /^HTTP\/1\.1 431 [\s\S]*<code>431<\/code>/);
  });

  test('a client that asks to change the protocol, or to continue, is served as it is', async () => {
    await using world = await openApiWorld();
    const upgrade = [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
    ];
    const socket = connect({ host: '127.0.0.1', port: world.port });
    socket.write(post(good, withLength(good), ...upgrade));
    const [first] = (await once(socket, 'data')) as [Buffer];
    assert.deepEqual(statuses(first.toString()), [200]);
    socket.destroy();
    for (const expectation of ['100-continue', 'miracles']) {
      const expecting = [`Expect: ${expectation}`, withLength(good), 'Connection: close'];
      assert.equal(statuses(await world.raw(post(good, ...expecting))).at(-1), 200);
    }
  });

  test('leave to send a body is given where it will be read', async () => {
    await using world = await openApiWorld();
    const expecting = post('', withLength(good), 'Expect: 100-continue', 'Connection: close');
    const { socket, heard } = await dial(world, expecting);
    const [leave] = (await once(socket, 'data')) as [Buffer];
    assert.deepEqual(statuses(leave.toString()), [100]);
    socket.end(good);
    assert.deepEqual(statuses(await heard()), [100, 200]);
    const tooLarge = post('', 'Content-Length: 25200000', 'Expect: 100-continue');
    const refused = await dial(world, tooLarge);
    await once(refused.socket, 'data');
    refused.socket.end();
    assert.deepEqual(statuses(await refused.heard()), [413]);
  });

  test('a wrong key in the head of a larger body is refused before the body comes', async () => {
    await using world = await openApiWorld();
    const expecting = ['Content-Length: 200000', 'Expect: 100-continue'];
    for (const key of ['X-Api-Key: live_wrong', 'Authorization: Bearer live_wrong']) {
      const { socket, heard } = await dial(world, post('', ...expecting, key));
      await once(socket, 'data');
      socket.end();
      assert.deepEqual(statuses(await heard()), [401]);
    }
    const { socket, heard } = await dial(world, post('', ...expecting, `X-Api-Key: ${liveKey}`));
    await once(socket, 'data');
    socket.end(good.padEnd(200_000));
    assert.deepEqual(statuses(await heard()), [100, 200]);
  });

  test('requests behind a refused one are not answered, whatever they ask', async () => {
    await using world = await openApiWorld();
    const broken = 'GET /v1/me HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n';
    const one = post(good, withLength(good));
    assert.deepEqual(statuses(await world.raw(`${one}${broken}${one}`)), [200, 400]);
    assert.equal(world.sent.length, 1);
  });

  test('a HEAD hears what a GET would, without its content', async () => {
    await using world = await openApiWorld();
    const head = `Host: a\r\nX-Api-Key: ${liveKey}\r\nConnection: close\r\n\r\n`;
    const got = await world.raw(`GET /v1/me HTTP/1.1\r\n${head}`);
    const headed = await world.raw(`HEAD /v1/me HTTP/1.1\r\n${head}`);
    const length = /Content-Length: \d+/;
    assert.equal(length.exec(headed)?.[0], length.exec(got)?.[0]);
    assert.ok(headed.endsWith('\r\n\r\n'));
  });

  test('a body in many small chunks is read whole', async () => {
    await using world = await openApiWorld();
    const chunks = Array.from(good, (character) => `1\r\n${character}\r\n`).join('');
    const bytes = post(`${chunks}0\r\n\r\n`, 'Transfer-Encoding: chunked', 'Connection: close');
    assert.deepEqual(statuses(await world.raw(bytes)), [200]);
  });

  test('requests behind one another are answered in their order', async () => {
    await using world = await openApiWorld();
    const one = post(good, withLength(good));
    const bad = 'GET /v1/me HTTP/1.1\r\nHost: a\r\n\r\n';
    const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    assert.deepEqual(statuses(await world.raw(one + bad + one + last)), [200, 401, 200, 200]);
  });

  test('rubbish behind a request that is being answered does not overtake its answer', async () => {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await using world = await openApiWorld({
      send: async () => {
        asked.resolve();
        await held.promise;
        throw new StorageUnavailable('held');
      },
    });
    const heard = world.raw(`${post(good, withLength(good))}rubbish\r\n\r\n`);
    await asked.promise;
    held.resolve();
    assert.deepEqual(statuses(await heard), [503]);
  });

  test('a client that leaves in the middle of its body leaves nothing behind', async () => {
    await using world = await openApiWorld();
    const socket = connect({ host: '127.0.0.1', port: world.port });
    socket.write(post(good.slice(0, 20), withLength(good)));
    await once(socket, 'connect');
    socket.destroy();
    assert.equal((await world.send()).status, 200);
    assert.equal(world.sent.length, 1);
  });
});

/** The server's own time-outs run by the machine's clock. */
const hasty = { headMs: 200, keptMs: 72_000, lookEveryMs: 50 };

/** A connection of its own, with what it hears until it is closed. */
async function dial(world: ApiWorld, bytes: string) {
  const socket = connect({ host: '127.0.0.1', port: world.port });
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  const heard = async (): Promise<string> => {
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  };
  return { socket, heard };
}

/** Another connection has been served: what was written on others before has been read. */
async function settle(world: ApiWorld): Promise<void> {
  for (let times = 0; times < 3; times += 1) await world.ask('/healthz');
}

suite('clients that take their time', () => {
  test('a head that does not come to its end is 408', async () => {
    await using world = await openApiWorld({}, { times: hasty });
    const { heard } = await dial(world, 'GET /v1/me HTTP/1.1\r\nHo');
    assert.deepEqual(statuses(await heard()), [408]);
  });

  test('a body that does not come to its end is 408 after thirty seconds', async () => {
    await using world = await openApiWorld();
    const { socket, heard } = await dial(world, post('{', 'Content-Length: 100'));
    for (let seconds = 0; seconds < 29; seconds += 1) {
      await settle(world);
      socket.write(' ');
      world.clock.advance(1_000);
    }
    assert.ok(!socket.readableEnded);
    await settle(world);
    world.clock.advance(2_000);
    socket.end();
    assert.deepEqual(statuses(await heard()), [408]);
    assert.equal(world.sent.length, 0);
  });

  test('a body that was refused unread is not read for ever', async () => {
    await using world = await openApiWorld();
    const { socket, heard } = await dial(world, post('x', 'Content-Length: 25200000'));
    await once(socket, 'data');
    world.clock.advance(31_000);
    socket.end();
    assert.deepEqual(statuses(await heard()), [413]);
  });

  test('an idle connection is told how long it is kept, and is closed without a word, as is one that never asks', async () => {
    await using usual = await openApiWorld();
    const last = await usual.ask('/healthz');
    assert.equal(last.headers.get('keep-alive'), 'timeout=72');
    const asked = await dial(usual, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(asked.socket, 'data');
    await settle(usual);
    for (let seconds = 0; seconds < 71; seconds += 1) usual.clock.advance(1_000);
    asked.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(asked.socket, 'data');
    for (let seconds = 0; seconds < 74; seconds += 1) usual.clock.advance(1_000);
    assert.deepEqual(statuses(await asked.heard()), [200, 200]);
    await using world = await openApiWorld({}, { times: hasty });
    const silent = await dial(world, '');
    assert.deepEqual(statuses(await silent.heard()), []);
  });

  test('a client that has closed its side still hears its reply', async () => {
    await using world = await openApiWorld();
    const { socket, heard } = await dial(world, post(good, withLength(good)));
    socket.end();
    assert.deepEqual(statuses(await heard()), [200]);
  });

  test('a client that reads nothing is served no further, and is let go', async () => {
    await using world = await openApiWorld();
    const socket = connect({ host: '127.0.0.1', port: world.port });
    socket.pause();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const asked = 'GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000);
    for (let times = 0; times < 10; times += 1) {
      socket.write(asked);
      await settle(world);
    }
    const ours = world.logLines.filter((line) => line.includes('request.refused')).length;
    assert.ok(ours > 0 && ours < 100, `${ours} of 10,000 that wait behind one another`);
    for (let seconds = 0; seconds < 32; seconds += 1) world.clock.advance(1_000);
    socket.resume();
    await closed;
  });
});

suite('a server that closes', () => {
  test('answers what it has begun, says that it closes, and takes nothing more', async () => {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const world = await openApiWorld({
      countToSend: async () => {
        asked.resolve();
        await held.promise;
        return 0;
      },
    });
    const idle = connect({ host: '127.0.0.1', port: world.port });
    await once(idle, 'connect');
    const running = world.raw(`GET /v1/me?apiKey=${liveKey} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await asked.promise;
    const closed = world[Symbol.asyncDispose]();
    await once(idle, 'close');
    await assert.rejects(world.ask('/healthz'));
    held.resolve();
    const heard = await running;
    assert.deepEqual(statuses(heard), [200]);
    assert.match(heard, /^connection: close\r$/im);
    await closed;
    await world[Symbol.asyncDispose]();
  });

  test('waits only so long for an answer that does not come', async () => {
    const asked = Promise.withResolvers<void>();
    const world = await openApiWorld({
      countToSend: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const running = world.raw(`GET /v1/me?apiKey=${liveKey} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await asked.promise;
    const closed = world[Symbol.asyncDispose]();
    world.clock.advance(10_000);
    await closed;
    assert.equal(await running, '');
  });

  test('opens nothing when one of its addresses is taken', async () => {
    await using taken = await openApiWorld();
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as { readonly port: number };
    free.close();
    await once(free, 'close');
    const addresses = [port, taken.port].map((wanted) => ({ host: '127.0.0.1', port: wanted }));
    await assert.rejects(openApiWorld({}, { addresses }), { code: 'EADDRINUSE' });
    await using later = await openApiWorld({}, { addresses: addresses.slice(0, 1) });
    assert.equal((await later.ask('/healthz')).status, 200);
  });

  test('goes without an optional address that this machine does not have', async () => {
    // RFC 5737: 192.0.2.0/24 is for documentation.
    const absent = { host: '192.0.2.1', port: 0 };
    await assert.rejects(openApiWorld({}, { addresses: [absent] }), { code: 'EADDRNOTAVAIL' });
    const addresses = [
      { host: '127.0.0.1', port: 0 },
      { ...absent, optional: true },
    ];
    await using world = await openApiWorld({}, { addresses });
    assert.equal((await world.ask('/healthz')).status, 200);
  });
});
