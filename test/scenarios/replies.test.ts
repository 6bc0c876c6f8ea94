/** What phones send back, through the whole program: over SMPP in, by webhook out, in the documented bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openWebhookSink, type Received } from '#test/harness/webhook-sink.ts';

type Told = Readonly<Record<string, string>>;

function told({ body }: Received): Told {
  return JSON.parse(body) as Told;
}

function isReply(received: Received): boolean {
  return received.headers['webhook-event'] !== 'dlr';
}

test('a reply to a short number names the message, and one to a long number its parts', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  const send = async (to: string, more: object = {}) => {
    const message = { apiKey: app.testKey, phoneNumbers: to, message: 'Hello', ...more };
    const { json } = await app.post('/v1/send', { ...message, urlResponse: sink.url });
    return String(json['message_id']);
  };
  const messageId = await send('+33639980140');
  const [short] = (await sink.until(1, isReply)) as [Received];
  assert.equal(
    short.body,
    `{"type":"response","phone_number":"+33639980140","text":"Oui","message_id":${messageId}}`,
  );
  assert.equal(short.headers['content-type'], 'application/json');
  assert.equal(short.headers['webhook-event'], 'reply.short');
  assert.equal(short.headers['webhook-test'], '1');
  await send('+33639980143', { sender: '+33639981000' });
  const [, ...pieces] = await sink.until(4, isReply);
  const parts = pieces.map(told);
  assert.deepEqual(
    parts.map((part) => [part['msisdn'], part['to'], part['concat'], part['concat-total']]),
    Array.from({ length: 3 }, () => ['33639980143', '33639981000', 'true', '3']),
  );
  assert.deepEqual(
    parts.map((part) => part['concat-part']),
    ['1', '2', '3'],
  );
  const text = parts.map((part) => part['text']).join('');
  assert.match(text, /^(?:Ceci est une longue reponse, ecrite sur un telephone simule\. ){7}$/);
});

test('a STOP closes the number to the account, and every other way to send as well', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  const post = async (command: string, more: object) =>
    (await app.post(`/v1/${command}`, { apiKey: app.testKey, ...more })).json;
  const phoneNumbers = '+33639980141';
  const webhookUrl = sink.url;
  await post('send', { phoneNumbers, message: 'Hello', isStopSms: 1, webhookUrl });
  const [stop] = (await sink.until(1, isReply)) as [Received];
  assert.match(stop.body, /^{"type":"stop","phone_number":"\+33639980141","text":"STOP",/);
  assert.equal((await post('send', { phoneNumbers, message: 'Again' }))['code'], 14);
  const from = '+33639981000';
  assert.equal((await post('vn/send', { from, to: phoneNumbers, message: 'Again' }))['code'], 14);
  const both = await post('send', { phoneNumbers: [phoneNumbers, '+33639980001'], message: 'x' });
  assert.deepEqual([both['nb_sms'], both['stopSms']], [1, [phoneNumbers]]);
  const status = await app.get(
    `/v1/message-status?apiKey=${app.testKey}&messageId=1&phoneNumber=${phoneNumbers}`,
  );
  assert.equal(status.json['stopSms'], true);
  const listed = await post('stop-sms/list', {});
  const [{ id }] = listed['data'] as [{ id: number }];
  await post('stop-sms/delete', { id });
  assert.equal((await post('send', { phoneNumbers, message: 'Again' }))['code'], 200);
});

test('a phone of the built-in operator writes what the command line has it write', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  const cli = new CommandLine(app.folder);
  cli.environment = { ...cli.environment, PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
  const set = await cli.type('account', 'set', '1', '--reply-url', sink.url);
  assert.equal(set.code, 0, set.err);
  const route = ['--from', '+33639980042', '--to', '33639981000'];
  await cli.type('simulator', 'reply', ...route, '--text', 'Ça va 😀 ?', '--shuffle');
  const [reply] = (await sink.until(1)) as [Received];
  assert.equal(told(reply)['text'], 'Ça va 😀 ?');
  assert.equal(told(reply)['msisdn'], '33639980042');
  await cli.type('simulator', 'long', ...route);
  const [, ...pieces] = await sink.until(4);
  assert.deepEqual(
    pieces.map((piece) => told(piece)['concat-part']),
    ['1', '2', '3'],
  );
});
