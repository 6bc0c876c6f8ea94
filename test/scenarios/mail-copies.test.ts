/** Emails with cc, bcc, an address for answers and images within: as they leave, what they cost, and who hears of them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { must } from '#core/assert.ts';
import { type LiveMail, openLiveMail } from '#test/harness/live-mail.ts';
import { ScriptedSmtp, type SmtpPeer, willing } from '#test/harness/scripted-smtp.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const zone = { 'client.example': { A: ['127.0.0.1'] } };

/** Of each recipient's server talk: for whom a mail was, and what it said. */
async function mailsAt(server: { readonly peers: readonly SmtpPeer[] }) {
  const got = new Map<string, { readonly raw: string; readonly read: Email }>();
  for (const { lines, mails } of server.peers) {
    const rcpt = lines.flatMap(
      (line) => /^RCPT TO:<(?<to>[^>]*)>/.exec(line)?.groups?.['to'] ?? [],
    );
    for (const [place, mail] of mails.entries()) {
      const raw = mail.toString('latin1');
      got.set(must(rcpt[place], 'recipient'), { raw, read: await PostalMime.parse(mail) });
    }
  }
  return got;
}

async function untilSent(live: LiveMail, messageId: unknown, mails: number): Promise<void> {
  for (let n = 0; n < mails; n += 1) await live.until(Number(messageId) * 512 + n, 'sent');
}

const balanceOf = (live: LiveMail): number =>
  Number(live.row('SELECT balance FROM account')['balance']);

const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${n}@client.example`);

const addressed = {
  to: [{ email: 'ann@client.example', name: 'Ann', variables: { NAME: 'Ann' } }],
  cc: [{ email: 'bob@client.example', name: 'Bob, of accounts' }, 'cleo@client.example'],
  bcc: 'dan@client.example',
  replyTo: { email: 'help@acme.example', name: 'Help' },
  subject: 'For #NAME#',
};

suite('an email with copies', () => {
  test('reaches each of cc and bcc, says so in Cc, and names bcc nowhere', async () => {
    await using server = await ScriptedSmtp.open(willing('PIPELINING'));
    await using live = await openLiveMail({ zone, port: server.port });
    const { status, json } = await live.send(addressed);
    assert.equal(status, 200, JSON.stringify(json));
    assert.deepEqual([json['nbMail'], json['ignored']], [4, undefined]);
    await untilSent(live, json['messageId'], 4);
    const got = await mailsAt(server);
    assert.deepEqual(
      [...got.keys()].toSorted(),
      ['ann', 'bob', 'cleo', 'dan'].map((who) => `${who}@client.example`),
    );
    for (const [whose, { raw, read }] of got) {
      assert.deepEqual(read.to, [{ name: 'Ann', address: 'ann@client.example' }], whose);
      assert.deepEqual(
        read.cc?.map(({ name, address }) => [name, address]),
        [
          ['Bob, of accounts', 'bob@client.example'],
          ['', 'cleo@client.example'],
        ],
      );
      assert.deepEqual(read.replyTo, [{ name: 'Help', address: 'help@acme.example' }]);
      assert.equal(read.subject, 'For Ann');
      assert.doesNotMatch(raw, /bcc|dan@client/i);
    }
    assert.equal(new Set([...got.values()].map(({ read }) => read.messageId)).size, 4);
  });

  test('charges each of them, and tells what became of each by status and event', async () => {
    await using server = await ScriptedSmtp.open(willing('PIPELINING'));
    await using sink = await openWebhookSink();
    await using live = await openLiveMail({ zone, port: server.port });
    const before = balanceOf(live);
    const { json } = await live.send({ ...addressed, webhookUrl: sink.url });
    await untilSent(live, json['messageId'], 4);
    const [price] = await live.beside.emails.listMailPrices();
    assert.equal(before - balanceOf(live), 4 * Number(price?.price));
    const asked = `messageId=${String(json['messageId'])}&apiKey=${live.liveKey}`;
    const told = await live.app.get(`/mail/v1/bulk-status?${asked}`);
    const list = told.json['StatutResponseList'] as readonly Record<string, unknown>[];
    const all = ['ann', 'bob', 'cleo', 'dan'].map((who) => `${who}@client.example`);
    assert.deepEqual(
      list.map(({ email }) => email),
      all,
    );
    assert.equal(new Set(list.map(({ token }) => token)).size, 4);
    const sent = await sink.until(4, ({ body }) => body.includes('"email.sent"'));
    const emails = sent.map(({ body }) => (JSON.parse(body) as { email: string }).email);
    assert.deepEqual(emails.toSorted(), all);
  });

  test('leaves out who wants no mail, and names nobody twice', async () => {
    await using server = await ScriptedSmtp.open(willing('PIPELINING'));
    await using live = await openLiveMail({ zone, port: server.port });
    const unwanted = { apiKey: live.liveKey, email: 'bob@client.example' };
    assert.equal((await live.app.post('/mail/v1/unsubscribe/add', unwanted)).status, 200);
    const cc = [...addressed.cc, 'Ann@client.example'];
    const { json } = await live.send({
      ...addressed,
      cc,
      bcc: ['cleo@client.example', 'dan@client.example'],
    });
    assert.deepEqual([json['nbMail'], json['stopMail']], [3, ['bob@client.example']]);
    await untilSent(live, json['messageId'], 3);
    const got = await mailsAt(server);
    for (const { read } of got.values()) {
      assert.deepEqual(
        read.cc?.map(({ address }) => address),
        ['cleo@client.example'],
      );
    }
  });

  test('counts all of them against the recipients that a request may have, and checks each', async () => {
    await using live = await openLiveMail({ zone });
    const tries: readonly (readonly [object, number, number])[] = [
      [{ to: many('a', 300), cc: many('b', 100), bcc: many('c', 100), sandbox: 1 }, 200, 200],
      [{ to: many('a', 300), cc: many('b', 100), bcc: many('c', 101) }, 400, 17],
      [{ cc: 'bob' }, 400, 19],
      [{ bcc: [{ name: 'Dan' }] }, 400, 18],
      [{ cc: [{ email: 'bob@client.example', name: 'Bob\r\nBcc: x@y.example' }] }, 400, 9],
      [{ to: null, cc: 'bob@client.example' }, 400, 22],
    ];
    for (const [over, status, code] of tries) {
      const reply = await live.send(over);
      assert.deepEqual(
        [reply.status, reply.json['code']],
        [status, code],
        JSON.stringify(reply.json),
      );
    }
    const strict = await live.send({ cc: 'bob@client.example', ccc: 'x', strict: 1 });
    assert.equal(strict.status, 400);
    assert.match(JSON.stringify(strict.json), /ccc/);
  });
});

suite('an attachment with a contentId', () => {
  const logo = { base64Content: 'iVBORw0KGgo=', contentType: 'image/png', filename: 'logo.png' };

  test('stands beside the html that shows it, and a file without one is attached', async () => {
    await using server = await ScriptedSmtp.open(willing('PIPELINING'));
    await using live = await openLiveMail({ zone, port: server.port });
    const { status, json } = await live.send({
      to: 'ann@client.example',
      htmlContent: '<p>Hello <img src="cid:logo@acme"></p>',
      attachments: [
        { ...logo, contentId: '<logo@acme>' },
        { ...logo, filename: 'photo.png' },
      ],
    });
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(json['ignored'], undefined);
    await untilSent(live, json['messageId'], 1);
    const { raw, read } = must((await mailsAt(server)).get('ann@client.example'), 'mail');
    assert.match(raw, /Content-Type: multipart\/related/);
    assert.deepEqual(
      read.attachments.map(({ filename, disposition, contentId = '' }) => [
        filename,
        disposition,
        contentId,
      ]),
      [
        ['logo.png', 'inline', '<logo@acme>'],
        ['photo.png', 'attachment', ''],
      ],
    );
  });

  test('is refused where it cannot stand in a header, or stands there twice', async () => {
    await using live = await openLiveMail({ zone });
    const refused = [
      [{ ...logo, contentId: 'a b' }],
      [{ ...logo, contentId: 'a>\r\nX: y' }],
      [{ ...logo, contentId: 'x'.repeat(201) }],
      [{ ...logo, contentId: ['a'] }],
      [
        { ...logo, contentId: 'a' },
        { ...logo, contentId: 'a' },
      ],
    ];
    for (const attachments of refused) {
      const { status, json } = await live.send({ attachments });
      assert.deepEqual([status, json['code']], [400, 9], JSON.stringify(attachments));
      assert.match(JSON.stringify(json), /contentId/);
    }
  });
});
