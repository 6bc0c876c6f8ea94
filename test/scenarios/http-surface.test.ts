/** Every address of the HTTP server, asked by raw sockets: what each reply must carry, and who may be heard where. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { commandNotes } from '#api/openapi/command-paths.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { definitions } from '#test/harness/route-walk.ts';

type Reply = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** One request on a connection of its own, as it is written. */
async function ask(app: OpenedApp, request: string): Promise<Reply> {
  const socket = connect(app.app.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(request);
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), value.join(':').trim()];
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: new Map(headers),
    body: body.join('\r\n\r\n'),
  };
}

function get(path: string, fields: readonly string[] = [], method = 'GET'): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...fields];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}/g, '1');

/** One path of each kind that there is, and what is no path at all. */
const requests: readonly string[] = [
  ...definitions.map(({ method, path }) =>
    get(withoutNames(path), method === 'GET' ? [] : ['Content-Length: 0'], method),
  ),
  ...Object.keys(commandNotes).map((path) => get(`/${path}`)),
  ...Object.keys(commandNotes).map((path) => get(`/v1/${path}`)),
  get('/', ['Accept: text/html']),
  ...['/', '/healthz', '/readyz', '/openapi.json', '/assets/none.js', '/favicon.ico'].map((path) =>
    get(path),
  ),
  ...['/u/x', '/r/x', '/c/x', '/o/x', '/v1/none', '/%', '/..', '/api/none'].map((path) =>
    get(path),
  ),
  get('/v1/me', ['Origin: https://elsewhere.example'], 'OPTIONS'),
  get('/v1/me', [], 'TRACE'),
  get('/v1/me', [], 'BREW'),
  get(`/v1/me?${'x'.repeat(9_000)}`),
  get('/v1/me', [`X-Long: ${'x'.repeat(20_000)}`]),
  get('/v1/me', ['Content-Length: 3', 'Transfer-Encoding: chunked']),
  'GET /v1/me HTTP/1.1\r\n\r\n',
  'RUBBISH\r\n\r\n',
];

suite('every reply of the HTTP server', () => {
  test('no reply may be framed by another site, sniffed or kept', async () => {
    await using app = await openApp();
    assert.ok(requests.length > 200, 'routes and commands are found');
    for (const request of requests) {
      const { status, headers, body } = await ask(app, request);
      const about = `${request.split('\r\n')[0]?.slice(0, 80)}: ${status} ${JSON.stringify([...headers])}`;
      assert.ok(status >= 200 && status < 500, about);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', about);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', about);
      assert.equal(headers.get('cache-control'), 'no-store', about);
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, about);
      assert.match(
        headers.get('content-security-policy') ?? '',
        /frame-ancestors '(none|self)'/,
        about,
      );
      for (const name of [
        'server',
        'x-powered-by',
        'location',
        'access-control-allow-credentials',
      ]) {
        assert.equal(headers.get(name), undefined, about);
      }
      if (body !== '') assert.ok(headers.has('content-type'), about);
    }
  });

  test('where people reach it by https every reply says so for a year', async () => {
    await using app = await openApp({ PARLEY_PUBLIC_URL: 'https://parley.example' });
    for (const request of requests) {
      const { headers } = await ask(app, request);
      const policy = headers.get('strict-transport-security');
      assert.equal(policy, 'max-age=31536000; includeSubDomains', request.slice(0, 80));
    }
  });

  test('only the names of the installation lead to its pages, once it has one', async () => {
    const settings = { PARLEY_PUBLIC_URL: 'https://parley.example' };
    await using app = await openApp(settings);
    const asked = async (host: string): Promise<number> => {
      const { status } = await ask(
        app,
        get('/api/operations/me-show').replace('Host: localhost', `Host: ${host}`),
      );
      return status;
    };
    for (const own of [
      'parley.example',
      'PARLEY.example:443',
      'localhost:8080',
      '127.0.0.1',
      '[::1]:80',
    ]) {
      assert.equal(await asked(own), 401, own);
    }
    for (const foreign of [
      'evil.example',
      'parley.example.evil.example',
      '127.0.0.1.evil.example',
      'x y',
    ]) {
      assert.equal(await asked(foreign), 421, foreign);
    }
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const line = get('/api/accounts/1/operations/simulator-call', [
      ...upgrade,
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Origin: https://parley.example',
    ]);
    assert.equal((await ask(app, line)).status, 401, 'a WebSocket');
    const rebound = line.replace('Host: localhost', 'Host: evil.example');
    assert.equal((await ask(app, rebound)).status, 421, 'a WebSocket under another name');
    const api = get('/v1/me').replace('Host: localhost', 'Host: evil.example');
    assert.equal((await ask(app, api)).status, 401, 'programs may use any name');
  });
});

suite('an address that a client claims', () => {
  const wrongKey = 'live_wrong';
  const claim = (address: string): string =>
    get(`/v1/me?apiKey=${wrongKey}`, [`X-Forwarded-For: ${address}`]);
  /** Of one network so many wrong keys are looked at. */
  const wrongKeysMax = 600;

  async function exhaust(app: OpenedApp, address: (at: number) => string): Promise<number> {
    for (let at = 0; at < wrongKeysMax; at += 50) {
      const asked = Array.from({ length: 50 }, (_, of) => ask(app, claim(address(at + of))));
      await Promise.all(asked);
    }
    return (await ask(app, claim(address(wrongKeysMax)))).status;
  }

  test('a forged X-Forwarded-For changes nothing', async () => {
    await using app = await openApp();
    assert.equal(await exhaust(app, (at) => `198.51.100.${at % 250}`), 429);
  });

  test('of a trusted proxy it is the client’s, and what the client wrote before it is not', async () => {
    await using app = await openApp({ PARLEY_TRUSTED_PROXIES: '127.0.0.0/8' });
    assert.equal(await exhaust(app, (at) => `203.0.113.${at % 250}, 198.51.100.7`), 429);
    assert.equal((await ask(app, claim('203.0.113.1, 198.51.100.8'))).status, 401);
  });
});

suite('a parameter that is said twice', () => {
  test('the same parameter in two places with two values is refused', async () => {
    await using app = await openApp();
    const both = async (query: string, body: string): Promise<number> => {
      const fields = [`Content-Length: ${body.length}`];
      return (await ask(app, get(`/v1/send?${query}`, fields, 'POST') + body)).status;
    };
    const phone = 'phoneNumbers=%2B33639980000';
    const message = `apiKey=${app.testKey}&${phone}&message=a`;
    assert.equal(await both(message, ''), 200);
    assert.equal(await both(message, 'message=a'), 200);
    assert.equal(await both(message, 'message=b'), 400);
    assert.equal(await both(message, '{"message":"b"}'), 400);
    assert.equal(await both(message, '<r><message>b</message></r>'), 400);
    assert.equal(await both(`${message}&message=b`, ''), 400);
    const twoKeys = get(`/v1/me?apiKey=${app.testKey}`, ['X-Api-Key: live_other']);
    assert.equal((await ask(app, twoKeys)).status, 400);
  });
});
