/** What is wrong with an email is said by HTTP, and nothing of it is stored, priced or sent. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';
import { SmtpDialogue } from '#test/harness/smtp-dialogue.ts';

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
const named = (name: string) => ({ to: [{ email: 'zoe@client.example', name }] });
const variable = (text: string) => ({ subject: 'Hi #NAME#', variables: { NAME: text } });
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
    [`${name} in the address of the sender`, { from: { email: `${text}@a.example` } }, 400, 4],
    [`${name} in a recipient`, { to: [{ email: `zoe@client.example${text}` }] }, 400, 19],
    [`${name} in the name of a recipient`, named(text), 400, 9],
    [`${name} in the reply address`, { replyTo: { email: `${text}@a.example` } }, 400, 24],
    [`${name} in the reply name`, { replyTo: { email: 'a@a.example', name: text } }, 400, 9],
    [`${name} in the stream`, { unsubscribe: text }, 400, 9],
  ]),
  ...Object.entries(breaks).map(
    ([name, text]): Row => [`${name} in a variable of the subject`, variable(text), 400, 9],
  ),
  ['two senders in one', { from: { email: 'a@acme.example, b@acme.example' } }, 400, 4],
  ['a list of senders', { from: [{ email: 'a@acme.example' }, whole.from] }, 400, 4],
  ['two reply addresses in one', { replyTo: { email: 'a@a.example,b@a.example' } }, 400, 24],
  ['two recipients in one', { to: ['a@client.example, b@client.example'] }, 400, 19],
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
  ['a text of more than 2 MB', { textContent: 'x'.repeat(2_100_000) }, 400, 9],
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

test('a server that hides a second mail in one is refused, and the port for bounces passes nothing on', async () => {
  await using app = await openApp({ PARLEY_SMTP_IN: '0', PARLEY_SMTP_IN_NAME: 'mx.acme.example' });
  const port = Number(/:(\d+)$/.exec(app.app.smtpIn[0] ?? '')?.[1]);
  await using peer = await SmtpDialogue.open(port);
  await peer.say('EHLO client.example');
  const hidden = 'MAIL FROM:<>\r\nRCPT TO:<abuse@mx.acme.example>\r\nDATA\r\nSubject: second';
  for (const end of ['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\n', '\r\n.\r']) {
    const mail = `Subject: first\r\n\r\nHi${end}${hidden}`;
    peer.write(
      'MAIL FROM:<>\r\nRCPT TO:<postmaster@mx.acme.example>\r\nDATA\r\n'.concat(mail, '\r\n.\r\n'),
    );
    const replies = [await peer.hear(), await peer.hear(), await peer.hear(), await peer.hear()];
    const codes = replies.map((reply) => reply.slice(0, 3));
    assert.deepEqual(codes, ['250', '250', '354', '550'], JSON.stringify(end));
  }
  assert.match((await peer.say('NOOP'))[0] ?? '', /^250/, 'no reply is left over');
  for (const open of ['zoe@elsewhere.example', 'zoe%elsewhere.example@mx.acme.example']) {
    assert.match(await peer.send('a@b.example', [open], 'Subject: Hi'), /^550 5\.1\.1/);
    await peer.say('RSET');
  }
  await peer.say('RSET');
  // RFC 5321 §4.5.1: the only name that needs no domain.
  const toUs = await peer.send('ann@client.example', ['postmaster'], 'Subject: To the postmaster');
  assert.match(toUs, /^250/);
  const letter = await peer.send(
    'ann@client.example',
    ['abuse@mx.acme.example'],
    'Subject: Stop it',
  );
  assert.match(letter, /^250/);
  using db = new DatabaseSync(path.join(app.folder, 'parley.db'), { readOnly: true });
  const subjects = db.prepare('SELECT subject FROM mail_letter').all();
  assert.deepEqual(
    subjects.map((row) => row['subject']),
    ['To the postmaster', 'Stop it'],
  );
  assert.deepEqual({ ...db.prepare('SELECT count(*) AS n FROM caught_mail').get() }, { n: 0 });
});
