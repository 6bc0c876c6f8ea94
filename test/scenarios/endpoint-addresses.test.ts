/** Where an endpoint may not point, and what it may not ask for: each row says which rule it meets. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NameServer } from '#test/harness/name-server.ts';
import { openApp } from '#test/harness/open-app.ts';

type Row = readonly [what: string, url: string, rule: RegExp];

const addresses: readonly Row[] = [
  ['loopback', 'http://127.0.0.1:8080/', /127\.0\.0\.1, a loopback address/],
  ['loopback by IPv6', 'http://[::1]/', /::1/],
  ['a name for this machine', 'http://localhost:8080/', /loopback/],
  ['a name below it', 'http://a.localhost/', /loopback/],
  ['private', 'http://10.1.2.3/', /private address/],
  ['private, the second range', 'https://172.31.0.1/', /private address/],
  ['private, the third range', 'https://192.168.1.1/', /private address/],
  ['private by IPv6', 'https://[fd12:3456::1]/', /fd12/],
  ['link-local', 'http://169.254.1.1/', /link-local/],
  ['link-local by IPv6', 'http://[fe80::1]/', /fe80/],
  ['shared by carriers', 'http://100.64.0.1/', /100\.64\.0\.1/],
  ['IPv4 mapped into IPv6', 'http://[::ffff:10.0.0.1]/', /IPv4-mapped/],
  ['6to4', 'http://[2002:0a00:0001::1]/', /2002:/],
  ['NAT64 of a private address', 'http://[64:ff9b::10.0.0.1]/', /private address/],
  ['metadata of clouds', 'http://169.254.169.254/latest/', /metadata/],
  ['metadata of another cloud', 'http://100.100.100.200/', /metadata/],
  ['a number for a host', 'http://2130706433/', /loopback/],
  ['octal octets', 'http://0177.0.0.1/', /loopback/],
  ['hexadecimal octets', 'http://0x7f.1/', /loopback/],
  ['two octets', 'http://127.1/', /loopback/],
  ['digits of another width', 'http://１２７.0.0.1/', /loopback/],
  ['everything', 'http://0.0.0.0/', /0\.0\.0\.0/],
  ['many receivers', 'http://224.0.0.1/', /224\.0\.0\.1/],
  ['documentation', 'http://192.0.2.1/', /192\.0\.2\.1/],
  ['mail', 'http://hooks.example:25/', /port 25/],
  ['SSH', 'https://hooks.example:22/', /port 22/],
  ['another scheme', 'ftp://hooks.example/', /neither http nor https/],
  ['no URL', 'hooks.example', /not a URL/],
  ['a password alone', 'http://:secret@hooks.example/', /user name or a password/],
  ['a host of letters that are none', 'http://hooks.ex ample/', /not a URL/],
  ['a very long one', `http://hooks.example/${'a'.repeat(3_000)}`, /longer than 2048/],
  [
    'a name with one private address',
    'http://mixed.example/',
    /leads to 10\.0\.0\.7.*parley listen/,
  ],
  ['a name in another script that leads here', 'http://bücher.example/', /loopback/],
];

const headers: readonly (readonly [what: string, headers: object, rule: RegExp])[] = [
  ['a line break', { 'X-A': 'a\r\nX-B: b' }, /split/],
  ['a single line feed', { 'X-A': 'a\nX-B: b' }, /split/],
  ['a NUL', { 'X-A': 'a\0' }, /split/],
  ['a name with a space', { 'X A': 'a' }, /no name of a header/],
  ['a name with a line break', { 'X-A\r\nX-B': 'a' }, /no name of a header/],
  ['letters beyond ASCII', { 'X-A': 'é' }, /visible ASCII/],
  ['the same twice', { 'X-A': 'a', 'x-a': 'b' }, /twice/],
  ...[
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Expect',
    'Proxy-Authorization',
  ].map((name) => [name, { [name]: 'x' }, /sets itself/] as const),
  ...['webhook-id', 'webhook-signature', 'Content-Digest', 'Signature', 'Upgrade', 'TE'].map(
    (name) => [name, { [name]: 'x' }, /sets itself/] as const,
  ),
  [
    'too many',
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, ''])),
    /20 headers/,
  ],
  ['too long ones', { 'X-A': 'a'.repeat(8_200) }, /8192/],
];

const secrets: readonly (readonly [what: string, secret: string])[] = [
  ['too short', `whsec_${Buffer.alloc(23).toString('base64')}`],
  ['too long', `whsec_${Buffer.alloc(65).toString('base64')}`],
  ['without its beginning', Buffer.alloc(32).toString('base64')],
  ['not base64', `whsec_${'!'.repeat(44)}`],
];

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const dns = stack.use(
    await NameServer.open({
      'hooks.example': { A: ['93.184.216.34'] },
      'mixed.example': { A: ['93.184.216.34', '10.0.0.7'] },
      'xn--bcher-kva.example': { A: ['127.0.0.1'] },
    }),
  );
  const settings = { PARLEY_WEBHOOK_ALLOW: '', PARLEY_DNS: dns.address };
  const app = stack.use(await openApp(settings));
  const closing = stack.move();
  const add = (parameters: object) =>
    app.post('/v1/webhook/add', { apiKey: app.testKey, ...parameters });
  return {
    add,
    /** Refused for this field, in these words; nothing was saved. */
    async refuses(what: string, parameters: object, field: string, rule: RegExp): Promise<void> {
      const { status, json } = await add(parameters);
      assert.equal(status, 400, `${what}: ${JSON.stringify(json)}`);
      const [error] = json['errors'] as readonly { elementId: string; message: string }[];
      assert.equal(error?.elementId, `children[${field}].data`, what);
      assert.match(error.message, rule, what);
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

suite('an endpoint that is added by HTTP', { timeout: 60_000 }, () => {
  test('never points where a POST could do harm', async () => {
    await using world = await openWorld();
    for (const [what, url, rule] of addresses) await world.refuses(what, { url }, 'url', rule);
  });

  test('asks for no header that would change the request', async () => {
    await using world = await openWorld();
    const url = 'http://hooks.example/';
    for (const [what, wanted, rule] of headers) {
      await world.refuses(what, { url, headers: wanted }, 'headers', rule);
    }
  });

  test('has a secret that is long enough', async () => {
    await using world = await openWorld();
    const url = 'http://hooks.example/';
    for (const [what, secret] of secrets) {
      await world.refuses(what, { url, secret }, 'secret', /24 to 64 bytes/);
    }
  });

  test('may have a name that nobody knows yet, which is said; and a user name, which travels sealed', async () => {
    await using world = await openWorld();
    const unknown = await world.add({ url: 'http://later.example/' });
    assert.equal(unknown.status, 200, JSON.stringify(unknown.json));
    assert.match(JSON.stringify(unknown.json), /later\.example has no address/);
    const named = await world.add({ url: 'https://us%C3%A9r:pass@hooks.example/' });
    assert.equal(named.status, 200, JSON.stringify(named.json));
    assert.doesNotMatch(JSON.stringify(named.json), /pass@/);
    const odd = { url: 'https://100%:%zz@hooks.example/' };
    await world.refuses('no encoding', odd, 'url', /percent-encoded/);
  });
});
