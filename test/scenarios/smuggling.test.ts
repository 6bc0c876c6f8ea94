/** nginx and HAProxy in front of us: what one of two readers could take for two requests is never two. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import {
  startHaproxy,
  startNginx,
  type WebServer,
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
];

/** All that comes back until the other side closes, or has been silent for a while. */
async function told(port: number, octets: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(octets, 'latin1');
  socket.setTimeout(1_000, () => socket.destroy());
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
  ];

for (const [name, skip, start] of doors) {
  test(`two readers never see two requests in one, behind ${name}`, { skip }, async () => {
    await using app = await openApp();
    await using door = await start(app.app.port);
    await neverSmuggled(app, Number(new URL(door.url).port));
  });
}
