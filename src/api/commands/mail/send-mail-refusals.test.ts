import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Millionths } from '#core/money.ts';
import type { EmailRefusal } from '#mail/sending/email-request.ts';
import { assertRefused } from '#test/harness/api-world.ts';
import { file, openMailApi, toOne } from '#test/harness/mail-api.ts';

const text = 'x'.repeat(2 * 1_024 * 1_024 + 1);

suite('what POST /mail/v1/send refuses', () => {
  for (const [sentence, changes, status, code, ...fields] of refusals()) {
    test(sentence, async () => {
      await using api = await openMailApi();
      assertRefused(await api.send(changes), status, code, ...fields);
      assert.equal(api.sent.length, 0);
    });
  }

  test('a request without a key, or with a wrong one', async () => {
    await using api = await openMailApi();
    assertRefused(await api.send({ apiKey: '' }), 401, 1, 'apiKey');
    assertRefused(await api.send({ apiKey: 'wrong' }), 401, 10, 'apiKey');
    assertRefused(await api.post('{"apiKey":'), 400, 90);
  });

  for (const [refusal, status, code, field] of engineRefusals()) {
    test(`what the engine refuses: ${refusal.why}`, async () => {
      await using api = await openMailApi(refusal);
      assertRefused(await api.send({}), status, code, field);
    });
  }

  test('each bad address by itself, and nothing is sent', async () => {
    await using api = await openMailApi();
    const bad = ['a b@example.net', 'a@example', 'a@[192.0.2.1]', `${'a'.repeat(65)}@example.net`];
    bad.push(
      `a@${`${'b'.repeat(60)}.`.repeat(5)}example`,
      'a@example.net, b@example.net',
      'a@@b.c',
    );
    const reply = await api.send(toOne([...bad, 'good@example.net']));
    assertRefused(reply, 400, 19, ...bad.map(() => 'to'));
  });
});

type Case = readonly [string, object, number, number, ...string[]];

function refusals(): readonly Case[] {
  const many = Array.from({ length: 501 }, (_, n) => `a${n}@example.net`);
  const large = Buffer.alloc(5 * 1_024 * 1_024 + 1).toString('base64');
  const headers = ['From', 'cc', 'DKIM-Signature', 'Received', 'Resent-To', 'Content-Type'];
  const ofHeaders = headers.map(
    (name): Case => [`the header ${name}`, { headers: { [name]: 'x' } }, 400, 9, 'headers'],
  );
  const extensions = 'exe js vbs scr bat cmd com pif jar lnk ps1 msi iso'.split(' ');
  const ofFiles = extensions.map(
    (extension): Case => [
      `a file ending in ${extension}`,
      { attachments: [{ ...file, filename: `note.${extension.toUpperCase()}` }] },
      400,
      9,
      'attachments',
    ],
  );
  const ends = ['\r', '\n', '\r\n', '\0'].flatMap((end) => endings(end));
  return [
    ...ends,
    ['no html', { htmlContent: '' }, 400, 2, 'htmlContent'],
    ['no subject', { subject: '' }, 400, 9, 'subject'],
    ['no list of recipients', { params: {} }, 400, 22, 'to'],
    ['an empty list', toOne([]), 400, 55, 'to'],
    ['501 recipients', toOne(many), 400, 17, 'to'],
    ['an entry without address', toOne([{ name: 'Ann' }]), 400, 18, 'to'],
    ['a blank name', toOne([{ email: 'a@example.net', name: ' ' }]), 400, 21, 'to'],
    ['a name of two lines', toOne([{ email: 'a@example.net', name: 'A\nB' }]), 400, 9, 'to'],
    ['a sender that is none', { from: { email: 'shop' } }, 400, 4, 'from'],
    ['a sender without address', { from: { name: 'Shop' } }, 400, 4, 'from'],
    ['a blank name of the sender', { from: { email: 'a@b.example', name: '' } }, 400, 5, 'from'],
    ['a reply without address', { replyTo: { name: 'Help' } }, 400, 23, 'replyTo'],
    ['a reply to what is none', { replyTo: { email: 'help' } }, 400, 24, 'replyTo'],
    ['a reply with a bad name', { replyTo: { email: 'a@b.example', name: 7 } }, 400, 25, 'replyTo'],
    ['a subject of two lines', { subject: 'a\r\nBcc: b@example.net' }, 400, 9, 'subject'],
    ['a subject of 999 bytes', { subject: `${'é'.repeat(499)}x` }, 400, 9, 'subject'],
    ['a tag with NUL', { tag: 'a\0' }, 400, 9, 'tag'],
    ['a header of two lines', { headers: { 'X-A': 'a\nb' } }, 400, 9, 'headers'],
    ['a header without a name', { headers: [{ value: 'x' }] }, 400, 9, 'headers'],
    [
      '21 headers',
      { headers: Object.fromEntries(many.slice(0, 21).map((_, n) => [`X-${n}`, 'x'])) },
      400,
      9,
      'headers',
    ],
    ['headers of 16 KB', { headers: { 'X-A': 'x'.repeat(16_384) } }, 400, 9, 'headers'],
    ['html of more than 2 MB', { htmlContent: text }, 400, 9, 'htmlContent'],
    ['a text of more than 2 MB', { textContent: text }, 400, 9, 'textContent'],
    ['a fourth attachment', { attachments: [file, file, file, file] }, 400, 9, 'attachments'],
    [
      'an attachment of more than 5 MB',
      { attachments: [{ ...file, base64Content: large }] },
      400,
      9,
      'attachments',
    ],
    [
      'base64 that is none',
      { attachments: [{ ...file, base64Content: 'SGV*' }] },
      400,
      9,
      'attachments',
    ],
    [
      'a content type of two lines',
      { attachments: [{ ...file, contentType: 'text/plain\r\nX: y' }] },
      400,
      9,
      'attachments',
    ],
    [
      'a file name of two lines',
      { attachments: [{ ...file, filename: 'a\nb' }] },
      400,
      9,
      'attachments',
    ],
    [
      'a program by its type',
      { attachments: [{ ...file, contentType: 'application/x-msdownload' }] },
      400,
      9,
      'attachments',
    ],
    [
      '51 variables',
      { variables: Object.fromEntries(many.slice(0, 51).map((_, n) => [`V${n}`, 'x'])) },
      400,
      9,
      'variables',
    ],
    ['a variable of 10 KB and more', { variables: { A: 'x'.repeat(10_241) } }, 400, 9, 'variables'],
    ['a variable with a bad name', { variables: { 'A-B': 'x' } }, 400, 9, 'variables'],
    [
      'a variable of two lines in the subject',
      { subject: 'Hello #name#', variables: { NAME: 'a\nb' } },
      400,
      9,
      'variables',
    ],
    ['metadata of more than 4 KB', { metadata: { a: 'x'.repeat(4_096) } }, 400, 9, 'metadata'],
    ['a webhook URL that is refused', { webhookUrl: 'http://10.0.0.1/' }, 400, 9, 'webhookUrl'],
    [
      'a day that is none',
      { scheduledDeliveryDate: '31/02/2030', time: 1 },
      400,
      45,
      'scheduledDeliveryDate',
    ],
    [
      'a past time',
      { scheduledDeliveryDate: '01/02/2020', time: 1 },
      400,
      46,
      'scheduledDeliveryDate',
    ],
    ['an hour that is none', { scheduledDeliveryDate: '01/02/2030', time: 25 }, 400, 47, 'time'],
    [
      'a minute that is none',
      { scheduledDeliveryDate: '01/02/2030', time: 1, minute: 3 },
      400,
      48,
      'minute',
    ],
    [
      'a time in years',
      { scheduledDeliveryDate: '01/02/2040', time: 1 },
      400,
      49,
      'scheduledDeliveryDate',
    ],
    ...ofHeaders,
    ...ofFiles,
  ];
}

function ofFile(changes: object): object {
  return { attachments: [{ ...file, ...changes }] };
}

/** A line end before or behind what would be a good value. */
function endings(end: string): readonly Case[] {
  const name = JSON.stringify(end);
  const email = `ann@example.net${end}`;
  return [
    [`${name} behind an address`, toOne([email]), 400, 19, 'to'],
    [`${name} before an address`, toOne([{ email: `${end}ann@example.net` }]), 400, 19, 'to'],
    [`${name} behind a name`, toOne([{ email: 'a@b.example', name: `A${end}` }]), 400, 9, 'to'],
    [`${name} behind the sender`, { from: email }, 400, 4, 'from'],
    [
      `${name} before its name`,
      { from: { email: 'a@b.example', name: `${end}A` } },
      400,
      9,
      'from',
    ],
    [`${name} behind the reply address`, { replyTo: { email } }, 400, 24, 'replyTo'],
    [`${name} behind a file name`, ofFile({ filename: `a.txt${end}` }), 400, 9, 'attachments'],
    [`${name} before a file name`, ofFile({ filename: `${end}a.txt` }), 400, 9, 'attachments'],
    [`${name} behind a type`, ofFile({ contentType: `text/plain${end}` }), 400, 9, 'attachments'],
    [`${name} behind a header`, { headers: { 'X-A': `a${end}` } }, 400, 9, 'headers'],
    [`${name} behind the subject`, { subject: `Hello${end}` }, 400, 9, 'subject'],
  ];
}

function engineRefusals(): readonly (readonly [EmailRefusal, number, number, string])[] {
  const money = 1_000 as Millionths;
  return [
    [{ why: 'mail sender is missing' }, 400, 4, 'from'],
    [{ why: 'mail sender is not verified', sender: 'a@b.example' }, 403, 4, 'from'],
    [{ why: 'recipients are suppressed', addresses: ['a@b.example'] }, 400, 14, 'to'],
    [{ why: 'mail is too large', max: 26_214_400 }, 400, 9, 'htmlContent'],
    [{ why: 'mail has no price' }, 400, 13, 'apiKey'],
    [{ why: 'balance is too low', balance: money, cost: money }, 402, 11, ''],
    [{ why: 'limit is reached', rule: 'mail-day', max: 1, retryAfterS: 9 }, 429, 429, ''],
    [{ why: 'too much is spent', rule: 'spend-day', max: money }, 403, 40, ''],
    [{ why: 'idempotency key was used for another request' }, 409, 409, 'idempotencyKey'],
    [{ why: 'too many report addresses' }, 400, 9, 'webhookUrl'],
    [{ why: 'schedule is in the past' }, 400, 46, 'scheduledDeliveryDate'],
    [{ why: 'overloaded', retryAfterS: 2 }, 503, 500, ''],
  ];
}
