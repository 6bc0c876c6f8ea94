/** The inspector: the webhook of a first send is seen, and a receiver fails as it is told. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { Inspector } from '#simulator/inspector.ts';
import { type InspectorAnswer, wellAnswered } from '#simulator/inspector-answer.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';

type Seen = {
  readonly id: number;
  readonly head: string;
  readonly body: string;
  readonly answer: string;
};

async function seen(line: CommandLine, count: number): Promise<readonly Seen[]> {
  for (;;) {
    const { webhooks } = await line.read('simulator', 'webhooks');
    const list = webhooks as readonly Seen[];
    if (list.length >= count) return list;
    await systemClock.sleep(50);
  }
}

function send(app: OpenedApp): Promise<unknown> {
  const message = { phoneNumbers: '+33639980001', message: 'Hello' };
  return app.post('/v1/send', { apiKey: app.testKey, ...message });
}

test('the webhook of a first send is seen, failed as asked, and tried again', async () => {
  // Loopback is not open here: the inspector is reached by its name alone.
  const closed = { PARLEY_WEBHOOK_ALLOW: '' };
  await using first = await openApp(closed);
  const line = new CommandLine(first.folder);
  await first.app[Symbol.asyncDispose]();
  const told = await line.type('simulator', 'inspector', '--answer', '503', '--times', '1');
  assert.equal(told.out, 'The inspector answers: status 503, 1 times.\n');
  await using app = await openApp(closed, first.folder);
  await send(app);
  const list = await seen(line, 2);
  assert.deepEqual(
    list.map(({ answer }) => answer),
    ['status 200', 'status 503'],
  );
  const [again, before] = list;
  assert.equal(again?.body, before?.body);
  assert.match(before?.body ?? '', /^\{"status":"delivered",/);
  assert.match(before?.head ?? '', /^POST \/\nHost: inspector\n/);
  const shown = await line.type('simulator', 'webhooks', 'show', String(before?.id));
  assert.match(shown.out, /webhook-signature: v1,.*Answered: status 503\n$/s);
  const missing = await line.type('simulator', 'webhooks', 'show', '999');
  assert.deepEqual(
    [missing.code, missing.err],
    [1, 'parley: Webhook 999 does not exist, or has been deleted.\n'],
  );
  assert.deepEqual(await line.read('simulator', 'webhooks', 'clear'), { cleared: 2 });
});

test('its name leads there for nobody else', async () => {
  await using app = await openApp();
  const asked = { apiKey: app.testKey, phoneNumbers: '+33639980001', message: 'Hello' };
  const named = await app.post('/v1/send', { ...asked, webhookUrl: 'parley:inspector' });
  assert.deepEqual([named.status, named.json['code']], [400, 9]);
});

test('a reply URL that was changed stays changed over a restart', async () => {
  await using app = await openApp();
  const line = new CommandLine(app.folder);
  const { code } = await line.type('account', 'set', '1', '--reply-url', '');
  assert.equal(code, 0);
  await app.app[Symbol.asyncDispose]();
  await using again = await openApp({}, app.folder);
  await send(again);
  const { json } = await again.get(`/v1/events?apiKey=${again.testKey}&wait=30`);
  assert.equal((json['events'] as readonly unknown[]).length, 1);
  assert.deepEqual((await line.read('simulator', 'webhooks'))['webhooks'], []);
});

suite('the inspector answers', () => {
  const cases: readonly (readonly [string, Partial<InspectorAnswer>, RegExp])[] = [
    ['well', {}, /^HTTP\/1\.1 200 OK\r\n.*\{"received":true\}$/s],
    ['any status', { status: 429, retryAfterS: 5 }, /^HTTP\/1\.1 429 .*Retry-After: 5\r\n/s],
    ['a redirect', { status: 307, location: 'http://127.0.0.1/' }, /Location: http:\/\/127/],
    ['nothing before it hangs up', { fault: 'reset-before' }, /^$/],
    ['a piece before it hangs up', { fault: 'reset-inside' }, /^(?:HTTP\/1\.1 200)?$/],
    ['all before it hangs up', { fault: 'reset-after' }, /^(?:HTTP.*\{"received":true\})?$/s],
    ['late', { delayMs: 20 }, /^HTTP\/1\.1 200 OK/],
  ];
  for (const [name, answer, expected] of cases) {
    test(name, async () => {
      const kept: string[] = [];
      await using inspector = await Inspector.open({
        clock: systemClock,
        keep: ({ body }) => void kept.push(Buffer.from(body).toString()),
      });
      inspector.answer = { ...wellAnswered, ...answer, orderedAtMs: 1 };
      assert.match(await exchange(inspector.port), expected);
      assert.deepEqual(kept, ['{}']);
    });
  }

  for (const fault of ['silent', 'drip'] as const) {
    test(`${fault}, until the sender has enough`, async () => {
      await using inspector = await Inspector.open({ clock: systemClock, keep: () => undefined });
      inspector.answer = { ...wellAnswered, fault, orderedAtMs: 1 };
      const socket = post(inspector.port);
      if (fault === 'drip') await once(socket, 'data');
      socket.destroy();
    });
  }
});

function post(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
  return socket;
}

async function exchange(port: number): Promise<string> {
  const socket = post(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  return Buffer.concat(chunks).toString();
}
