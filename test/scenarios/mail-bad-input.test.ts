/** What is wrong with an email is said by HTTP, and nothing of it is stored, priced or sent. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';

type Row = readonly [what: string, change: object, status: number, code: number];

const whole = {
  subject: 'Hello',
  htmlContent: '<p>Hello</p>',
  from: { email: 'news@acme.example' },
  to: [{ email: 'zoe@client.example' }],
};
const attached = (over: object) => ({
  attachments: [{ base64Content: 'AAAA', contentType: 'image/png', filename: 'a', ...over }],
});
const many = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@client.example`);
const breaks = { CRLF: 'a\r\nBcc: x@y.example', LF: 'a\nb', CR: 'a\rb', NUL: 'a\0b' };

const rows: readonly Row[] = [
  ...Object.entries(breaks).flatMap(([name, text]): readonly Row[] => [
    [`${name} in the subject`, { subject: text }, 400, 9],
    [`${name} in a header`, { headers: { 'X-Note': text } }, 400, 9],
    [`${name} in the name of a header`, { headers: { [`X-${text}`]: 'a' } }, 400, 9],
    [`${name} in the tag`, { tag: text }, 400, 9],
    [`${name} in a file name`, attached({ filename: text }), 400, 9],
    [`${name} in a content type`, attached({ contentType: `image/png${text}` }), 400, 9],
    [`${name} in the name of the sender`, { from: { ...whole.from, name: text } }, 400, 9],
    [`${name} in the reply address`, { replyTo: { email: `${text}@a.example` } }, 400, 24],
  ]),
  ['a second From', { headers: { From: 'ceo@bank.example' } }, 400, 9],
  ['a header that is ours', { headers: { 'DKIM-Signature': 'v=1' } }, 400, 9],
  ['a malformed sender', { from: { email: 'news' } }, 400, 4],
  ['no html', { htmlContent: '' }, 400, 2],
  ['no subject', { subject: '' }, 400, 9],
  ['no list of recipients', { to: null }, 400, 22],
  ['a list of nobody', { to: [] }, 400, 55],
  ['501 recipients', { to: many(501) }, 400, 17],
  ['an entry without address', { to: [{ name: 'Zoe' }] }, 400, 18],
  ['a recipient with a blank', { to: ['zo e@client.example'] }, 400, 19],
  ['a recipient at an IP address', { to: ['zoe@[127.0.0.1]'] }, 400, 19],
  ['an attachment that is no base64', attached({ base64Content: '*' }), 400, 9],
  ['an attachment of 5 MB and more', attached({ base64Content: 'A'.repeat(7_000_000) }), 400, 9],
  ['a program as attachment', attached({ filename: 'setup.exe' }), 400, 9],
  ['four attachments', { attachments: many(4).map(() => attached({}).attachments[0]) }, 400, 9],
  ['html of 10 MB', { htmlContent: 'x'.repeat(10_000_000) }, 400, 9],
];

test('each bad email is refused for its reason, and leaves nothing', async () => {
  await using app = await openApp();
  const wrong: string[] = [];
  for (const [what, change, status, code] of rows) {
    const reply = await app.post('/mail/v1/send', { apiKey: app.testKey, ...whole, ...change });
    const { code: said, message } = reply.json as { code: number; message: string };
    if (reply.status !== status || said !== code) {
      wrong.push(`${what}: ${reply.status} ${said} ${message}, not ${status} ${code}`);
    }
  }
  assert.deepEqual(wrong, []);
  using db = new DatabaseSync(path.join(app.folder, 'parley.db'), { readOnly: true });
  const count = db.prepare('SELECT count(*) AS n FROM email').get();
  assert.deepEqual({ ...count }, { n: 0 });
  const good = await app.post('/mail/v1/send', { apiKey: app.testKey, ...whole, to: many(500) });
  assert.equal(good.status, 200, 'and what is whole goes on');
});
