/** What commands answer over the whole program is what their notes say, of which the document, the reference and the client are made. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commandNotes } from '#api/openapi/command-paths.ts';
import { webhookParameters } from '#api/openapi/webhook-bodies.ts';
import { must } from '#core/assert.ts';
import { unnoted } from '#test/harness/noted.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

type Json = Readonly<Record<string, unknown>>;

/** Asks with the test key; the answer is a success, and holds all that it always holds and nothing that is in no note. */
async function openAsking() {
  const app = await openApp();
  const ask = async (path: string, parameters: Json = {}): Promise<Json> => {
    const query = new URLSearchParams({ apiKey: app.testKey });
    const { status, json } = onlyGet.has(path)
      ? await app.get(
          `${path}?${query.toString()}&${new URLSearchParams(texts(parameters)).toString()}`,
        )
      : await app.post(path, { apiKey: app.testKey, ...parameters });
    assert.equal(status, 200, `${path}: ${JSON.stringify(json)}`);
    const { success: _, code: __, ...members } = json;
    const { gives = {}, givesSome = {}, givesAll } = must(commandNotes[path], path);
    assert.deepEqual(unnoted(members, { properties: { ...gives, ...givesSome } }), [], path);
    if (givesAll === true) {
      for (const name of Object.keys(gives)) assert.ok(name in members, `${path} lacks ${name}`);
    }
    return json;
  };
  return { app, ask, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const onlyGet = new Set(['/mail/v1/me', '/mail/v1/bulk-status', '/v1/events']);

function texts(parameters: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
}

const schedule = { scheduledDeliveryDate: '31/12/2026', time: 12 };

suite('an answer holds what its note says', () => {
  test('of a send that leaves later, is written otherwise or leaves somebody out', async () => {
    await using asking = await openAsking();
    const { ask } = asking;
    const phoneNumbers = '+33639980000';
    const message = 'Où êtes-vous ?';
    const written = await ask('/v1/send', { phoneNumbers, message, transliterate: 'letters' });
    assert.equal(written['message'], 'Où etes-vous ?');
    const later = await ask('/v1/send', { phoneNumbers, message, ...schedule });
    assert.equal(later['scheduledDeliveryDate'], '2026-12-31 12:00:00');
    const list = { SMSList: [{ phoneNumber: phoneNumbers, message }], ...schedule };
    const many = await ask('/v1/bulk-send', list);
    assert.equal(many['scheduledDeliveryDate'], '2026-12-31 12:00:00');
    await ask('/v1/stop-sms/add', { phoneNumber: '+33639980090' });
    const some = await ask('/v1/send', { phoneNumbers: '+33639980000,+33639980090', message });
    assert.deepEqual(some['stopSms'], ['+33639980090']);
  });

  test('of emails and who gets none', async () => {
    await using asking = await openAsking();
    const { ask } = asking;
    await ask('/mail/v1/me');
    const email = { subject: 'A', htmlContent: '<p>A</p>', from: 'hello@acme.example' };
    const to = 'ann@acme.example';
    const { messageId } = await ask('/mail/v1/send', { ...email, to });
    await ask('/mail/v1/bulk-status', { messageId });
    const later = await ask('/mail/v1/send', { ...email, to, ...schedule });
    assert.equal(later['scheduledDeliveryDate'], '2026-12-31 12:00:00');
    await ask('/mail/v1/message-cancel', { messageId: later['messageId'] });
    const { unsubscribeId } = await ask('/mail/v1/unsubscribe/add', { email: to });
    await ask('/mail/v1/unsubscribe/list');
    const some = await ask('/mail/v1/send', { ...email, to: [to, 'bob@acme.example'] });
    assert.deepEqual(some['stopMail'], [to]);
    await ask('/mail/v1/unsubscribe/delete', { id: unsubscribeId });
  });

  test('of domains and senders', async () => {
    await using asking = await openAsking();
    const { ask } = asking;
    await ask('/mail/v1/domain/add', { domain: 'acme.example' });
    await ask('/mail/v1/domain/list');
    await ask('/mail/v1/sender/list');
    await ask('/mail/v1/domain/delete', { domain: 'acme.example' });
  });

  test('of endpoints and their log', async () => {
    await using sink = await openWebhookSink();
    await using asking = await openAsking();
    const { ask } = asking;
    const { webhook } = await ask('/v1/webhook/add', { url: sink.url, ordering: 'strict' });
    const { id } = webhook as Json;
    await ask('/v1/webhook/list');
    await ask('/v1/webhook/update', { id, timeoutMs: 2_000 });
    await ask('/v1/webhook/test', { id });
    const message = { phoneNumbers: '+33639980000', message: 'Hello' };
    await ask('/v1/send', { ...message, webhookUrl: sink.url });
    await ask('/v1/webhook/secret');
    await ask('/v1/hlr/notify', { phoneNumbers: '+33639980000', notifyUrl: sink.url });
    await ask('/v1/webhook/rotate', { id });
    await ask('/v1/webhook/revoke', { id });
    await ask('/v1/webhook/pause', { id });
    await ask('/v1/webhook/resume', { id, send: 'none' });
    await ask('/v1/webhook/replay', { id, since: Math.floor(Date.now() / 1_000) - 60 });
    await ask('/v1/webhook/replays');
    await ask('/v1/webhook/events');
    await ask('/v1/webhook/attempts', { id });
    await ask('/v1/events');
    await ask('/v1/webhook/delete', { id });
  });

  test('of the headers of a webhook', async () => {
    await using sink = await openWebhookSink();
    await using asking = await openAsking();
    const wish = { phoneNumbers: '+33639980000', message: 'Hello', webhookUrl: sink.url };
    await asking.ask('/v1/send', wish);
    const [received] = await sink.until(1);
    const sent = Object.keys(must(received, 'webhook').headers).filter((name) =>
      name.startsWith('webhook-'),
    );
    assert.deepEqual(sent.toSorted(), Object.keys(webhookParameters).toSorted());
  });

  test('of virtual numbers and sub-accounts', async () => {
    await using asking = await openAsking();
    const { ask } = asking;
    for (const list of ['list', 'available', 'calls', 'voicemails']) await ask(`/v1/vn/${list}`);
    const { subaccount } = await ask('/v1/subaccount/create', { email: 'shop@example.com' });
    const move = { tokenSubaccount: (subaccount as Json)['token'], credit: 1 };
    await ask('/v1/subaccount/credit/add', move);
    await ask('/v1/subaccount/list');
    await ask('/v1/subaccount/credit/remove', move);
  });
});
