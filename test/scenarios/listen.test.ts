/** `parley listen`: a developer's own program is called with the bytes of its webhooks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openCommandLine } from '#test/harness/command-line.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import { answerWith, RawReceiver } from '#test/harness/raw-receiver.ts';

test('events come from where the server was asked, signed, and their answers are told', async () => {
  await using app = await openApp();
  await using receiver = await RawReceiver.open(
    answerWith('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n'),
  );
  await using line = await openCommandLine();
  const message = { phoneNumbers: '+33639980001', message: 'Hello', tag: 'é' };
  await app.post('/v1/send', { apiKey: app.testKey, ...message });
  const forward = ['--forward', receiver.url, '--server', app.url, '--since', '1h'];
  const typed = line.type('listen', ...forward, '--events', 'dlr', '--key', app.testKey);
  await receiver.received(1);
  await app.post('/v1/send', { apiKey: app.testKey, ...message });
  await receiver.received(2);
  await line.until(/dlr msg_\d+ → 503 Busy, \d+ ms\n.*dlr msg/s);
  line.stopped.abort();
  const { code, err } = await typed;
  assert.equal(code, 0);
  const secret = /whsec_\S+(?=,)/.exec(err)?.[0] ?? '';
  for (const { fields, body } of receiver.requests) {
    new Webhook(secret).verify(body.toString(), Object.fromEntries(fields));
    assert.match(body.toString(), /"tag":"é"\}$/);
    assert.deepEqual(
      [...fields.keys()].filter((name) => /webhook|content/.test(name)),
      [
        'content-type',
        'content-length',
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
        'webhook-event',
        'webhook-attempt',
        'webhook-test',
      ],
    );
  }
  const page = await app.get(`/v1/events?apiKey=${app.testKey}`);
  const [event] = page.json['events'] as readonly { readonly payload: object }[];
  assert.deepEqual(JSON.parse(receiver.requests[0]?.body.toString() ?? ''), event?.payload);
});

test('a server that goes away is found again, and nothing is missed', async () => {
  const first = await openApp();
  const port = String(first.app.port);
  await using receiver = await RawReceiver.open();
  await using line = await openCommandLine();
  const { folder, testKey } = first;
  const forward = ['--forward', receiver.url, '--server', first.url];
  const typed = line.type('listen', ...forward, '--key', testKey);
  await line.until(/Listening/);
  const send = { apiKey: testKey, phoneNumbers: '+33639980001', message: 'Hello' };
  await first.post('/v1/send', send);
  await receiver.received(1);
  await first.app[Symbol.asyncDispose]();
  await using second = await openApp({ PARLEY_PORT: port }, folder);
  await second.post('/v1/send', send);
  await receiver.received(2);
  line.stopped.abort();
  assert.equal((await typed).code, 0);
  await first[Symbol.asyncDispose]();
});

test('a server that is not there yet is waited for, by the program alone', async () => {
  await using parley = await openParleyFolder();
  const server = `http://127.0.0.1:${await freeTcpPort()}`;
  const wish = ['--forward', 'http://localhost:1', '--server', server, '--key', 'test_any'];
  const child = parley.spawn(['listen', ...wish]);
  child.stdin.end();
  const ended = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    // The second try has been made, too.
    if (said.includes('tried again in 2 s')) break;
  }
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], said);
});

test('a wrong key ends it with a sentence', async () => {
  await using app = await openApp();
  await using line = await openCommandLine();
  const server = ['--forward', 'http://localhost:1', '--server', app.url];
  const { code, err } = await line.type('listen', ...server, '--key', 'wrong');
  assert.equal(code, 1);
  assert.match(err, /answered 401/);
});
