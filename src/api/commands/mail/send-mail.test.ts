import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import type { Millionths } from '#core/money.ts';
import type { EmailRefusal, EmailRequest } from '#mail/sending/email-request.ts';
import { assertRefused, liveKey, openApiWorld } from '#test/harness/api-world.ts';

const good = {
  apiKey: liveKey,
  subject: 'Hello',
  htmlContent: '<p>Hello</p>',
  params: { to: [{ email: 'ann@example.net' }] },
};

/** The API over an engine that answers what it is told to, and keeps what it was asked. */
async function openMailApi(refusal?: EmailRefusal) {
  const sent: EmailRequest[] = [];
  const world = await openApiWorld({
    sendMail: async (request) => {
      if (refusal !== undefined) return { ok: false, refusal };
      sent.push(request);
      return {
        ok: true,
        sent: {
          emailId: 42,
          mails: request.recipients.length,
          cost: (1_000 * request.recipients.length) as Millionths,
          caught: false,
          currency: 'EUR',
          scheduledAtMs: request.scheduledAtMs ?? null,
          held: false,
          suppressed: [],
        },
      };
    },
  });
  const post = (body: string, init: RequestInit = {}) =>
    world.ask('/mail/v1/send', { method: 'POST', body, ...init });
  return {
    world,
    sent,
    post,
    send: (changes: object) => post(JSON.stringify({ ...good, ...changes })),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const toOne = (to: unknown) => ({ params: { to } });
const text = 'x'.repeat(2 * 1_024 * 1_024 + 1);
const file = { base64Content: 'SGVsbG8=', contentType: 'text/plain', filename: 'note' };

suite('POST /mail/v1/send', () => {
  test('the plain request of the interface is taken and told as it is documented', async () => {
    await using api = await openMailApi();
    const { status, body } = await api.send({});
    assert.equal(status, 200);
    const told = { messageId: '42', nbMail: 1, cost: 0.001, currency: 'EUR' };
    assert.deepEqual(body, { success: true, code: 200, ...told });
    assert.partialDeepStrictEqual(api.sent[0], {
      recipients: [{ address: 'ann@example.net', name: '', variables: null }],
      subject: 'Hello',
      html: '<p>Hello</p>',
      from: undefined,
      stream: null,
      text: undefined,
    });
  });

  test('JSON, XML and forms ask for the same', async () => {
    await using api = await openMailApi();
    await api.send(toOne({ email: 'ann@example.net', name: 'Ann' }));
    await api.post(
      `<?xml version="1.0"?><mail><apiKey>${liveKey}</apiKey><subject>Hello</subject>` +
        '<htmlContent>&lt;p&gt;Hello&lt;/p&gt;</htmlContent><params><to><item>' +
        '<email>ann@example.net</email><name>Ann</name></item></to></params></mail>',
    );
    const form = new URLSearchParams({
      apiKey: liveKey,
      subject: 'Hello',
      htmlContent: '<p>Hello</p>',
      'params[to][0][email]': 'ann@example.net',
      'params[to][0][name]': 'Ann',
    });
    await api.post(form.toString());
    const asked = api.sent.map(({ subject, html, recipients }) => ({ subject, html, recipients }));
    assert.equal(asked.length, 3);
    assert.deepEqual(asked[1], asked[0]);
    assert.deepEqual(asked[2], asked[0]);
    const reply = await api.post(JSON.stringify({ ...good, _format: 'xml' }));
    assert.match(reply.text, /<messageId>42<\/messageId><nbMail>1<\/nbMail><cost>0.001<\/cost>/);
  });

  test('fields stand in params or beside it, and what stands beside it wins', async () => {
    await using api = await openMailApi();
    const inside = { subject: 'Inside', tag: 'inside', to: 'ann@example.net', textContent: 'T' };
    await api.post(
      JSON.stringify({ apiKey: liveKey, htmlContent: '<p>', subject: 'Outside', params: inside }),
    );
    assert.partialDeepStrictEqual(api.sent[0], {
      subject: 'Outside',
      tag: 'inside',
      text: 'T',
      recipients: [{ address: 'ann@example.net' }],
    });
  });

  test('equal addresses collapse, and domains are written in A-labels', async () => {
    await using api = await openMailApi();
    await api.send(
      toOne(['Ann@Example.net', { email: 'ann@example.NET', name: 'B' }, 'é@bücher.example']),
    );
    assert.deepEqual(
      api.sent[0]?.recipients.map(({ address }) => address),
      ['Ann@example.net', 'é@xn--bcher-kva.example'],
    );
  });

  test('everything that can be asked for is read', async () => {
    await using api = await openMailApi();
    const everything = {
      from: { email: 'shop@example.com', name: 'Shop' },
      replyTo: { email: 'help@example.com', name: 'Help' },
      params: { to: [{ email: 'ann@example.net', variables: { firstName: 'Ann', n: 2 } }] },
      textContent: 'Hello',
      variables: { city: 'Lyon' },
      headers: { 'X-Order': '17', 'List-Unsubscribe': '<mailto:u@example.com>' },
      attachments: [{ ...file, base64Content: 'SGVs\r\nbG8' }],
      metadata: { order: 17 },
      tag: 'june',
      unsubscribe: 'news',
      trackOpens: 1,
      trackClicks: true,
      validity: '600',
      webhookUrl: 'https://example.com/hook',
      sandbox: 1,
      scheduledDeliveryDate: '01/02/2030',
      time: 12,
      idempotencyKey: 'k1',
    };
    const headers = { 'X-Request-Id': 'order 17' };
    await api.post(JSON.stringify({ ...good, ...everything }), { headers });
    const { caller: _, requestId: __, idempotency, ...request } = api.sent[0] as EmailRequest;
    assert.deepEqual(request, {
      clientRequestId: 'order 17',
      from: { address: 'shop@example.com', name: 'Shop' },
      replyTo: { address: 'help@example.com', name: 'Help' },
      recipients: [
        { address: 'ann@example.net', name: '', variables: { FIRSTNAME: 'Ann', N: '2' } },
      ],
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      attachments: [{ filename: 'note', contentType: 'text/plain', bytes: Buffer.from('Hello') }],
      headers: [
        { name: 'X-Order', value: '17' },
        { name: 'List-Unsubscribe', value: '<mailto:u@example.com>' },
      ],
      variables: { CITY: 'Lyon' },
      metadata: '{"order":17}',
      tag: 'june',
      stream: 'news',
      trackOpens: true,
      trackClicks: true,
      sandbox: true,
      validityMs: 600_000,
      scheduledAtMs: Date.UTC(2030, 1, 1, 11),
      reportUrl: 'https://example.com/hook',
    });
    assert.equal(idempotency?.key, 'k1');
  });

  test('blanks around addresses and names are nothing', async () => {
    await using api = await openMailApi();
    await api.send({
      params: { to: [{ email: ' ann@example.net ', name: ' Ann ' }] },
      from: { email: ' shop@example.com', name: 'Shop ' },
      attachments: [{ ...file, filename: ' note ' }],
    });
    assert.partialDeepStrictEqual(api.sent[0], {
      recipients: [{ address: 'ann@example.net', name: 'Ann' }],
      from: { address: 'shop@example.com', name: 'Shop' },
      attachments: [{ filename: 'note' }],
    });
  });

  test('who sends a link for unsubscribing sends a mailing', async () => {
    await using api = await openMailApi();
    await api.send({ htmlContent: '<a href="#UNSUBSCRIBE_LINK#">no more</a>' });
    await api.send({ unsubscribe: true });
    await api.send({ unsubscribe: '0' });
    assert.deepEqual(
      api.sent.map(({ stream }) => stream),
      ['', '', null],
    );
  });

  test('half characters become U+FFFD and NUL goes, in the html', async () => {
    await using api = await openMailApi();
    await api.post(JSON.stringify({ ...good, htmlContent: 'a\0b' }).replace('b"', '\\ud800"'));
    assert.equal(api.sent[0]?.html, 'a\uFFFD');
  });

  test('one body is another fingerprint, the same body the same', async () => {
    await using api = await openMailApi();
    for (const changes of [{}, {}, { subject: 'Other' }, { attachments: [file] }]) {
      await api.send({ ...changes, idempotencyKey: 'k' });
    }
    const prints = api.sent.map(({ idempotency }) => idempotency?.fingerprint);
    assert.equal(prints[0], prints[1]);
    assert.equal(new Set(prints).size, 3);
  });

  test('a large body is read there, and as an email at the SMS base', async () => {
    await using api = await openMailApi();
    const attachments = [1, 2, 3].map(() => ({
      ...file,
      base64Content: Buffer.alloc(5 * 1_024 * 1_024).toString('base64'),
    }));
    assert.equal((await api.send({ attachments })).status, 200);
    assert.equal(api.sent[0]?.attachments[2]?.bytes.length, 5 * 1_024 * 1_024);
    const body = JSON.stringify({ ...good, attachments });
    const atSend = await api.world.ask('/v1/send', { method: 'POST', body });
    assert.equal(atSend.body['messageId'], '42', atSend.text);
    assert.equal(api.sent[1]?.attachments.length, 3);
    const longest = body.padEnd(24 * 1_024 * 1_024 + 1);
    for (const path of ['/mail/v1/send', '/v1/send']) {
      assertRefused(await api.world.ask(path, { method: 'POST', body: longest }), 413, 413);
    }
  });

  test('a large body is read for no SMS, and for no other command', async () => {
    await using api = await openMailApi();
    const params = { filler: 'x'.repeat(1_048_576) };
    const sms = { apiKey: liveKey, phoneNumbers: '+33612345678', message: 'Hello', params };
    const others = [
      ['/v1/send', { ...good, ...sms }],
      ['/v1/send', sms],
      ['/v1/bulk-send', sms],
      ['/mail/v1/unsubscribe/add', { ...good, params }],
    ] as const;
    for (const [path, asked] of others) {
      const reply = await api.world.ask(path, { method: 'POST', body: JSON.stringify(asked) });
      assertRefused(reply, 413, 413);
      assert.match(String(reply.body['message']), /1048576/);
    }
    assert.deepEqual([api.sent.length, api.world.sent.length], [0, 0]);
  });

  test('large bodies of strangers that never come keep no customer’s waiting, at either base', async () => {
    await using api = await openMailApi();
    const { port } = api.world;
    await using opened = new AsyncDisposableStack();
    for (const path of Array.from({ length: 4 }).flatMap(() => ['/v1/send', '/mail/v1/send'])) {
      const socket = opened.adopt(connect(port, '127.0.0.1'), (each) => void each.destroy());
      const expecting = 'Expect: 100-continue\r\nContent-Length: 2000000\r\n\r\n';
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${expecting}`);
      const [leave] = (await once(socket, 'data')) as [Buffer];
      assert.match(leave.toString(), /^HTTP\/1\.1 100 /);
    }
    const body = JSON.stringify({ ...good, textContent: 'x'.repeat(1_500_000) });
    for (const path of ['/mail/v1/send', '/v1/send']) {
      assert.equal((await api.world.ask(path, { method: 'POST', body })).status, 200);
    }
  });

  test('an email to the SMS base is one where it says no phone numbers', async () => {
    await using api = await openMailApi();
    const reply = await api.world.ask('/v1/send', { method: 'POST', body: JSON.stringify(good) });
    assert.equal(reply.body['messageId'], '42');
    const both = { ...good, phoneNumbers: '+33612345678', message: 'Hello' };
    await api.world.ask('/v1/send', { method: 'POST', body: JSON.stringify(both) });
    assert.deepEqual([api.sent.length, api.world.sent.length], [1, 1]);
    const { apiKey, ...fields } = good;
    const inside = { to: 'ann@example.net', HTMLContent: fields.htmlContent, subject: 'Inside' };
    for (const params of [inside, JSON.stringify(inside)]) {
      const body = JSON.stringify({ apiKey, params });
      const asked = await api.world.ask('/v1/send', { method: 'POST', body });
      assert.equal(asked.body['messageId'], '42', asked.text);
    }
    const form = new URLSearchParams({
      apiKey,
      'params[htmlContent]': '<p>',
      'params[subject]': 'Inside',
      'params[to][]': 'ann@example.net',
    });
    const asked = await api.world.ask('/v1/send', { method: 'POST', body: form.toString() });
    assert.equal(asked.body['messageId'], '42', asked.text);
    assert.deepEqual(
      api.sent.slice(1).map(({ subject }) => subject),
      ['Inside', 'Inside', 'Inside'],
    );
  });
});

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
