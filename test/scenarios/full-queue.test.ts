/** Where no more can wait, what brings more is refused unread, and all else goes on. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';

/** Sent with its head alone: a server that waits for the body waits for ever. */
async function sendHead(app: OpenedApp, path: string): Promise<string> {
  const socket = connect(app.app.port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

test('a full queue refuses messages before it reads them, and answers everything else', async () => {
  await using app = await openApp({ PARLEY_QUEUE_MAX: '3' });
  const { testKey: apiKey } = app;
  const at = new Date(Date.now() + 86_400_000);
  const scheduledDeliveryDate = at.toLocaleDateString('en-GB');
  const later = async (phones: number, wish: object = {}) => {
    const phoneNumbers = Array.from({ length: phones }, (_, n) => `+3363998010${n}`);
    const message = { message: 'Hello', scheduledDeliveryDate, time: 12, ...wish };
    return app.post('/v1/send', { apiKey, phoneNumbers, ...message });
  };
  const first = await later(3);
  assert.equal(first.status, 200, JSON.stringify(first.json));
  const second = await later(1);
  assert.equal(second.status, 503, 'what is not urgent has no room');
  const urgent = { scheduledDeliveryDate: undefined, time: undefined, validity: 900 };
  const code = await later(1, urgent);
  assert.equal(code.status, 200, JSON.stringify(code.json));
  const fill = await later(3, { validity: 900 });
  assert.equal(fill.status, 200, JSON.stringify(fill.json));

  const refused = await sendHead(app, '/v1/send');
  assert.match(refused, /^HTTP\/1\.1 503 /);
  assert.match(refused, /\r\nRetry-After: 2\r\n/i);
  assert.match(await sendHead(app, '/v1/bulk-send'), /^HTTP\/1\.1 503 /);
  assert.equal((await app.get('/healthz')).status, 200);
  assert.equal((await app.get(`/v1/me?apiKey=${apiKey}`)).status, 200);

  // What is taken back makes room.
  for (const { json } of [first, fill]) {
    const cancel = `/v1/message-cancel?apiKey=${apiKey}&messageId=${String(json['message_id'])}`;
    assert.equal((await app.get(cancel)).status, 200);
  }
  assert.equal((await later(1)).status, 200);
});
