/** Ids that clients see go on behind a restart where they ended, and none is given twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

async function sendBoth(app: OpenedApp, apiKey: string) {
  const text = { apiKey, phoneNumbers: '+33612345678', message: 'Hello' };
  const mail = { apiKey, subject: 'Hi', htmlContent: 'Hi', to: 'zoe@client.example' };
  const from = { email: 'news@acme.example' };
  const sms = await app.post('/v1/send', text);
  const email = await app.post('/mail/v1/send', { ...mail, from });
  assert.deepEqual([sms.status, email.status], [200, 200], JSON.stringify([sms.json, email.json]));
  return [Number(sms.json['message_id']), Number(email.json['messageId'])] as const;
}

test('a program that is stopped and started gives the next ids, over and over', async () => {
  using home = temporaryFolder();
  const given: (readonly [number, number])[] = [];
  let key = '';
  for (let start = 0; start < 3; start += 1) {
    await using app = await openApp({}, home.path);
    key = app.testKey === '' ? key : app.testKey;
    given.push(await sendBoth(app, key), await sendBoth(app, key));
  }
  const [[message, email] = [0, 0]] = given;
  assert.deepEqual(
    given,
    given.map((_, n) => [message + n, email + n]),
  );
});
