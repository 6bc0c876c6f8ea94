/**
 * nginx, HAProxy and Apache in front of us, and Node's own parser beside us: what one of two readers could take for two
 * requests is never two. The payloads are those of published work on desynchronisation (James Kettle's HTTP Desync
 * Attacks and its followers): TE and CL in variants, folded lines, white space, bare CR and LF, extensions, trailers.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import {
  startApache,
  startHaproxy,
  startNginx,
  type WebServer,
  withoutApache,
  withoutHaproxy,
  withoutNginx,
} from '#test/harness/web-servers.ts';

const message = 'SMUGGLED';

/** What must never be answered: a send hidden behind another request. */
function hidden(key: string): string {
  const query = new URLSearchParams({ apiKey: key, phoneNumbers: '+33639980000', message });
  return `POST /v1/send?${query.toString()} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`;
}

function post(body: string, ...headers: readonly string[]): string {
  return `${['POST /v1/me HTTP/1.1', 'Host: a', ...headers].join('\r\n')}\r\n\r\n${body}`;
}

/** Spellings of one coding that some servers have taken for `chunked` and others have not. */
const codings = [
  'Transfer-Encoding: \xa0chunked',
  'Transfer-Encoding:\x0cchunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked\x0b',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: Chunked, chunked',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding\x00: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  ' Transfer-Encoding: chunked',
];
const lengths = ['5\xa0', '0x5', '5 ,5', '-0', '', '5\x0b', '05', '5\r', '5;a'];
/** Bodies in chunks that end where only some readers see an end. */
const chunkings: readonly ((second: string) => string)[] = [
  (second) => `0\r\n\n${second}`,
  (second) => `0\n\n${second}`,
  (second) => `0;a\n${second}\r\n\r\n`,
  (second) => `1;\r\na\r\n0\r\n\r\n${second}`,
  (second) => `1;a="\r\n0\r\n\r\n${second}`,
  (second) => `0x0\r\n\r\n${second}`,
  (second) => `-0\r\n\r\n${second}`,
  (second) => `00000000000000000\r\n\r\n${second}`,
  (second) => `10000000000000000\r\n\r\n${second}`,
  (second) => `0 \r\n\r\n${second}`,
  (second) => `1\r\naX0\r\n\r\n${second}`,
  (second) => `0\r\nContent-Length: 0\r\n\r\n${second}`,
  (second) => `0\r\n X: y\r\n\r\n${second}`,
  (second) => `0\r\nX: y\n\n${second}`,
  (second) => `0\r\nX: y\r\r\n\r\n${second}`,
];

/** Each hides `second` from one way of reading: by length, by chunks, by an odd coding, by odd ends of lines. */
const tricks: readonly ((second: string) => string)[] = [
  (second) => post(`0\r\n\r\n${second}`, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
  (second) =>
    post(
      `0\r\n\r\n${second}`,
      'Transfer-Encoding: chunked',
      `Content-Length: ${second.length + 5}`,
    ),
  (second) => post(second, `Content-Length: ${second.length}`, 'Content-Length: 0'),
  (second) => post(second, `Content-Length: 0, ${second.length}`),
  (second) => post(second, `Content-Length: +${second.length}`),
  (second) =>
    post(
      `0\r\n\r\n${second}`,
      'Transfer-Encoding: xchunked',
      `Content-Length: ${second.length + 5}`,
    ),
  (second) =>
    post(
      `0\r\n\r\n${second}`,
      'Transfer-Encoding:\x0bchunked',
      `Content-Length: ${second.length + 5}`,
    ),
  (second) =>
    post(
      `0\r\n\r\n${second}`,
      'Transfer-Encoding : chunked',
      `Content-Length: ${second.length + 5}`,
    ),
  (second) =>
    post(
      `0\r\n\r\n${second}`,
      'Transfer-Encoding: chunked, identity',
      `Content-Length: ${second.length + 5}`,
    ),
  (second) =>
    post(
      `0\r\n\r\n${second}`,
      'X: y\nTransfer-Encoding: chunked',
      `Content-Length: ${second.length + 5}`,
    ),
  (second) => post(`0;\n\r\n${second}`, 'Transfer-Encoding: chunked', 'Connection: Content-Length'),
  (second) => `GET /v1/me HTTP/1.1\r\nHost: a\r\nContent-Length: ${second.length}\r\n\r\n${second}`,
  (second) =>
    `GET /v1/me HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: ${second.length + 5}\r\n\r\n0\r\n\r\n${second}`,
  ...codings.map(
    (coding) => (second: string) =>
      post(`0\r\n\r\n${second}`, coding, `Content-Length: ${second.length + 5}`),
  ),
  ...codings.map(
    (coding) => (second: string) =>
      post(`${second.length.toString(16)}\r\n${second}\r\n0\r\n\r\n`, coding),
  ),
  ...lengths.map(
    (length) => (second: string) => post(`hello${second}`, `Content-Length: ${length}`),
  ),
  ...chunkings.map(
    (chunking) => (second: string) => post(chunking(second), 'Transfer-Encoding: chunked'),
  ),
  (second) => post(second, 'X: a\r\n b', 'Content-Length: 0'),
  (second) => post(second, 'Expect: 100-continue', `Content-Length: ${second.length}`),
];

/** All that comes back until the other side closes, or has been silent for a while. */
async function told(port: number, octets: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(octets, 'latin1');
  socket.setTimeout(400, () => socket.destroy());
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return heard;
}

/** What tests have cost tells how many messages were taken, on whichever connection they came. */
async function creditsOf(app: OpenedApp): Promise<unknown> {
  return (await app.get(`/v1/me?apiKey=${app.testKey}`)).json['credits'];
}

/** `door` is what stands in front, and lets no send pass that it sees. */
async function neverSmuggled(app: OpenedApp, door: number): Promise<void> {
  const before = await creditsOf(app);
  for (const [number, trick] of tricks.entries()) {
    const heard = await told(door, trick(hidden(app.testKey)));
    assert.doesNotMatch(heard, /message_id/, `trick ${number}`);
    assert.deepEqual(await creditsOf(app), before, `trick ${number}: ${heard}`);
  }
  assert.doesNotMatch(await told(door, hidden(app.testKey)), /message_id/);
  // Where nobody stands in front it is taken, and would have been seen.
  assert.match(await told(app.app.port, hidden(app.testKey)), /message_id/);
  assert.notDeepEqual(await creditsOf(app), before);
}

const doors: readonly (readonly [string, string | false, (port: number) => Promise<WebServer>])[] =
  [
    [
      'nginx',
      withoutNginx,
      (port) =>
        startNginx([
          'location /v1/send { return 403; }',
          `location / { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_set_header Connection ""; }`,
        ]),
    ],
    [
      'HAProxy',
      withoutHaproxy,
      (port) =>
        startHaproxy([
          'http-request deny if { path_beg /v1/send }',
          'default_backend own',
          'backend own',
          `server one 127.0.0.1:${port}`,
        ]),
    ],
    [
      'Apache',
      withoutApache,
      (port) =>
        startApache([
          '<Location "/v1/send">',
          'Require all denied',
          '</Location>',
          `ProxyPass "/" "http://127.0.0.1:${port}/" keepalive=On`,
        ]),
    ],
  ];

/** What bare Node would make of the same octets: how many requests, whose bodies have come whole. */
async function countByNode(octets: string): Promise<number> {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      requests += 1;
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await told((server.address() as AddressInfo).port, octets);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return requests;
}

const replied = (heard: string): number => heard.match(/HTTP\/1\.1 [2-5]\d\d /g)?.length ?? 0;

test('we never see a request more than the parser of Node beside us', async () => {
  await using app = await openApp();
  for (const [number, trick] of tricks.entries()) {
    const octets = trick('GET /v1/me HTTP/1.1\r\nHost: a\r\n\r\n');
    const heard = await told(app.app.port, octets);
    const answered = heard.match(/HTTP\/1\.1 (?:200|401) /g)?.length ?? 0;
    const byNode = await countByNode(octets);
    assert.ok(answered <= byNode, `trick ${number}: ${answered} of ${byNode}, ${heard}`);
    assert.ok(replied(heard) <= byNode + 1, `trick ${number}: ${heard}`);
  }
});

for (const [name, skip, start] of doors) {
  test(`two readers never see two requests in one, behind ${name}`, { skip }, async () => {
    await using app = await openApp();
    await using door = await start(app.app.port);
    await neverSmuggled(app, Number(new URL(door.url).port));
  });
}
