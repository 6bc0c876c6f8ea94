import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { composeCopy, emailContent, mailCopy, mailTokens } from '#test/harness/emails.ts';
import { unsignedMail } from './composed-mail.ts';
import type { EmailContent, MailCopy } from './email-content.ts';

type Written = { readonly raw: string; readonly octets: Buffer; readonly read: Email };

async function write(
  given: Partial<EmailContent> = {},
  copy?: Partial<MailCopy>,
): Promise<Written> {
  const mail = await composeCopy(emailContent(given), mailCopy(copy));
  const octets = Buffer.concat(unsignedMail(mail));
  assert.equal(octets.length, mail.size);
  return { raw: octets.toString('latin1'), octets, read: await PostalMime.parse(octets) };
}

function headOf({ raw }: Written): string {
  return raw.slice(0, raw.indexOf('\r\n\r\n'));
}

/** RFC 5322 §2.1.1 and §2.3. */
function assertLines({ octets }: Written): void {
  const text = octets.toString('latin1');
  assert.doesNotMatch(text, /\r(?!\n)|(?<!\r)\n/, 'a CR or LF stands alone');
  assert.ok(text.endsWith('\r\n'));
  for (const line of text.split('\r\n')) assert.ok(line.length <= 998, `${line.length} octets`);
  assert.equal(text.includes('\0'), false);
}

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

suite('a composed mail', () => {
  test('says who wrote to whom, when and what', async () => {
    const { read } = await write({ replyTo: { address: 'help@example.com', name: 'Help' } });
    assert.deepEqual(read.from, { name: 'Example News', address: 'news@example.com' });
    assert.deepEqual(read.to, [{ name: 'Ann Lee', address: 'ann@example.net' }]);
    assert.deepEqual(read.replyTo, [{ name: 'Help', address: 'help@example.com' }]);
    assert.equal(read.date, '2030-01-02T03:04:05.000Z');
    assert.equal(read.subject, 'Your order');
    assert.equal(read.html?.trim(), '<p>Thank you for your order.</p>');
    assert.equal(read.text?.trim(), 'Thank you for your order.');
  });

  test('is the same octets at every attempt', async () => {
    const [first, second] = [await write(), await write()];
    assert.equal(first.raw, second.raw);
  });

  test('is known again by its Message-ID, which no other copy has', async () => {
    const { read } = await write();
    const token = read.messageId?.slice(1, read.messageId.indexOf('@')) ?? '';
    assert.equal(mailTokens.readToken('bounce', token), 70_000);
    const other = await write({}, { mailId: 70_001 });
    assert.notEqual(other.read.messageId, read.messageId);
  });

  test('has lines as the standard wants them and brings its texts back, whatever they say', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (subject, name, text) => {
        const written = await write(
          { subject, html: text, text },
          { to: { address: 'a@b.cc', name } },
        );
        assertLines(written);
        const { read } = written;
        assert.equal(oneLine(read.subject ?? ''), oneLine(subject));
        assert.equal(oneLine(read.to?.[0]?.name ?? ''), oneLine(name));
        assert.equal(lines(read.html ?? ''), lines(text));
        assert.equal(lines(read.text ?? ''), lines(text));
      }),
      { numRuns: 300 },
    );
  });

  test('codes Latin texts as quoted-printable and others as base64: whichever is shorter', async () => {
    const { raw } = await write({ html: '<p>Garçon</p>', text: 'ご注文ありがとうございます' });
    const codings = [...raw.matchAll(/Content-Transfer-Encoding: (\S+)/g)].map((found) => found[1]);
    assert.deepEqual(codings, ['base64', 'quoted-printable']);
  });

  test('begins no line with a dot or with From, and ends none with a blank', async () => {
    const html = ['.', '..', 'From here', 'blank ', 'tab\t', `${'x'.repeat(75)}.From y`].join('\n');
    const { raw, read } = await write({ html });
    assert.doesNotMatch(raw.slice(raw.indexOf('\r\n\r\n')), /\r\n(?:\.|From )|[ \t]\r\n/);
    assert.equal(lines(read.html ?? ''), html);
  });
});

/** As a header keeps a text: controls are blanks, and blanks at its ends are nobody's. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
    .replaceAll(/\s+/g, ' ');
}

/** As a body keeps it: every kind of line break is one, and NUL is none of its characters. */
function lines(text: string): string {
  const whole = text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r\n|\r/g, '\n');
  return whole.replace(/\n+$/, '');
}

suite('the head of a mail', () => {
  test('folds at blanks, and a text without blanks as words that can be folded', async () => {
    const subject = 'Your order of today and of all the days before it '.repeat(6).trim();
    const long = await write({ subject });
    assert.equal(long.read.subject, subject);
    for (const line of headOf(long).split('\r\n')) assert.ok(line.length <= 78, line);
    const unbroken = await write({ subject: 'x'.repeat(950) });
    assert.equal(unbroken.read.subject, 'x'.repeat(950));
    for (const line of headOf(unbroken).split('\r\n')) assert.ok(line.length <= 78, line);
  });

  test('has no coded word between quotes, and none of more than 75 characters', async () => {
    const name = 'Ängström "the" Łukasz, père '.repeat(5).trim();
    const written = await write({}, { to: { address: 'ann@example.net', name } });
    assert.equal(written.read.to?.[0]?.name, name);
    assert.doesNotMatch(headOf(written), /"[^"]*=\?/);
    for (const word of headOf(written).match(/=\?.*?\?=/g) ?? []) assert.ok(word.length <= 75);
  });

  test('takes what looks like a coded word for what it is', async () => {
    const subject = '=?UTF-8?Q?hello?=';
    assert.equal((await write({ subject })).read.subject, subject);
  });

  test('writes domains as A-labels, and says when only SMTPUTF8 will do', async () => {
    const to = { address: 'anna@exämple.com' };
    const written = await write({}, { to });
    assert.match(headOf(written), /^To: anna@xn--exmple-cua\.com$/m);
    const plain = await composeCopy(emailContent(), mailCopy({ to }));
    assert.equal(plain.needsSmtpUtf8, false);
    const local = mailCopy({ to: { address: 'änna@example.com' } });
    assert.equal((await composeCopy(emailContent(), local)).needsSmtpUtf8, true);
  });

  test('offers one-click unsubscribing where there is a page for it', async () => {
    const https = 'https://m.example.com/u/{token}';
    const mailto = 'u+{token}@b.example.com';
    const both = headOf(await write({ unsubscribe: { https, mailto } }));
    const token = mailTokens.makeToken('unsubscribe', 70_000);
    assert.ok(
      both.includes(
        `List-Unsubscribe: <https://m.example.com/u/${token}>,\r\n <mailto:u+${token}@b.example.com>\r\n` +
          'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n',
      ),
    );
    const byMail = headOf(await write({ unsubscribe: { mailto } }));
    assert.match(byMail, /List-Unsubscribe: <mailto:/);
    assert.doesNotMatch(byMail, /One-Click/);
  });

  test("leaves a caller's own List-Unsubscribe in place of ours", async () => {
    const headers = [{ name: 'list-unsubscribe', value: '<mailto:stop@example.com>' }];
    const head = headOf(
      await write({ headers, unsubscribe: { https: 'https://m.example.com/{token}' } }),
    );
    assert.deepEqual(head.match(/^list-unsubscribe.*$/gim), [
      'list-unsubscribe: <mailto:stop@example.com>',
    ]);
  });

  test('names the campaign for complaints, and what nobody wrote by hand', async () => {
    const head = headOf(
      await write({ feedback: { account: 3, tag: 'spring: é' }, autoSubmitted: true }),
    );
    assert.match(head, /^Feedback-ID: spring___:3:mail:parley$/m);
    assert.match(head, /^Auto-Submitted: auto-generated$/m);
  });

  test("carries a caller's own headers on one line of their own", async () => {
    const headers = [{ name: 'X-Order', value: 'é 1\r\nBcc: bob@example.com' }];
    const { read } = await write({ headers });
    assert.equal(read.bcc, undefined);
    const field = read.headers.find(({ key }) => key === 'x-order');
    assert.ok(field);
  });
});

function ownLink(page: string, purpose: 'read-online' | 'unsubscribe'): string {
  return `<a href="https://m.example.com/${page}/${mailTokens.makeToken(purpose, 70_000)}">`;
}

suite('words of a text', () => {
  const variables = { NAME: 'O\'Neill & "Sons" <x>', CITY: 'Paris' };

  test('are escaped where they stand', async () => {
    const { read } = await write(
      { html: '<b>#Name#</b>', text: '#NAME#', subject: 'For #name#' },
      { variables },
    );
    assert.equal(read.html?.trim(), '<b>O&#39;Neill &amp; &quot;Sons&quot; &lt;x&gt;</b>');
    assert.equal(read.text?.trim(), variables.NAME);
    assert.equal(read.subject, `For ${variables.NAME}`);
  });

  test('go percent-encoded into an address', async () => {
    const { read } = await write({ html: '<a href="/?n=#NAME|url#">' }, { variables });
    assert.equal(read.html?.trim(), '<a href="/?n=O&#39;Neill%20%26%20%22Sons%22%20%3Cx%3E">');
  });

  test("are the recipient's before the email's, never looked through again, and stay where unknown", async () => {
    const { read } = await write(
      { text: '#CITY# #COUNTRY# #WHO# #fff', variables: { CITY: 'Rome', COUNTRY: '#CITY#' } },
      { variables },
    );
    assert.equal(read.text?.trim(), 'Paris #CITY# #WHO# #fff');
  });

  test('of a prototype are unknown', async () => {
    const { read } = await write({ text: '#CONSTRUCTOR# #__PROTO__#' });
    assert.equal(read.text?.trim(), '#CONSTRUCTOR# #__PROTO__#');
  });

  test('that other languages of templates would run are text', async () => {
    const code = "{{constructor.constructor('return 7*7')()}} <%= 7*7 %> #{7*7} {7*7} %s";
    const { read } = await write({ subject: code, text: code }, { variables: { NAME: code } });
    assert.deepEqual([read.subject, read.text?.trim()], [code, code]);
    const filled = await write({ text: '#NAME#' }, { variables: { NAME: code } });
    assert.equal(filled.read.text?.trim(), code);
  });

  test('that are ours lead where the copy may be read and refused', async () => {
    const html = '<a href="#READ_ONLINE#"> <a href="#UNSUBSCRIBE_LINK#">';
    const { read } = await write(
      {
        html,
        readOnline: 'https://m.example.com/r/{token}',
        unsubscribe: { https: 'https://m.example.com/u/{token}' },
      },
      { variables: { READ_ONLINE: 'https://evil.example/' } },
    );
    assert.equal(
      read.html?.trim(),
      `${ownLink('r', 'read-online')} ${ownLink('u', 'unsubscribe')}`,
    );
  });

  test('keep a subject on one line even where a value would break it', async () => {
    const written = await write(
      { subject: 'Hi #NAME#' },
      { variables: { NAME: 'a\r\nBcc: x@y.zz' } },
    );
    assertLines(written);
    assert.equal(written.read.bcc, undefined);
  });
});

suite('attachments', () => {
  const bytes = Buffer.from('%PDF-1.7 whatever');

  test('come back as they were, whatever their name says', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.uint8Array({ maxLength: 300 }), async (filename, content) => {
        const attachment = {
          filename,
          contentType: 'application/pdf',
          bytes: Buffer.from(content),
        };
        const written = await write({ attachments: [attachment] });
        assertLines(written);
        const [read] = written.read.attachments;
        assert.deepEqual(Buffer.from(read?.content as ArrayBuffer), attachment.bytes);
        assert.equal(read?.mimeType, 'application/pdf');
        assert.equal(read.disposition, 'attachment');
        assert.ok(oneLine(read.filename ?? '').startsWith(oneLine(filename.slice(0, 100)).trim()));
      }),
      { numRuns: 200 },
    );
  });

  test('have the extension of their type, unless they have one', async () => {
    const names = ['invoice', 'invoice.PDF', 'version 1.2', 'Ünïcode', ''];
    const attachments = names.map((filename) => ({
      filename,
      contentType: 'application/pdf',
      bytes,
    }));
    const { read, raw } = await write({ attachments });
    assert.deepEqual(
      read.attachments.map(({ filename }) => filename),
      ['invoice.pdf', 'invoice.PDF', 'version 1.2.pdf', 'Ünïcode.pdf', 'attachment.pdf'],
    );
    assert.match(raw, /filename="Unicode\.pdf";\r\n filename\*=UTF-8''%C3%9Cn%C3%AFcode\.pdf\r\n/);
  });

  test('that would be read as mails themselves, or as nothing, are plain octets', async () => {
    const types = ['message/rfc822', 'multipart/mixed; boundary=x', 'a b\r\nX: y', ''];
    const attachments = types.map((contentType) => ({ filename: 'a.eml', contentType, bytes }));
    const written = await write({ attachments });
    assertLines(written);
    assert.deepEqual(
      written.read.attachments.map(({ mimeType }) => mimeType),
      types.map(() => 'application/octet-stream'),
    );
  });

  test('that the html shows stand beside it', async () => {
    const logo = { filename: 'logo', contentType: 'image/png', bytes, contentId: 'logo' };
    const file = { filename: 'terms', contentType: 'text/plain; charset=utf-8', bytes };
    const { read, raw } = await write({ html: '<img src="cid:logo">', attachments: [file, logo] });
    const types = [...raw.matchAll(/Content-Type: (\S+?);?\s/g)].map((found) => found[1]);
    assert.deepEqual(types, [
      'multipart/mixed',
      'multipart/related',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'image/png',
      'text/plain',
    ]);
    assert.equal(read.attachments[0]?.contentId, '<logo>');
    assert.equal(read.attachments[0].disposition, 'inline');
  });
});

test('copies without words of their own share one body', async () => {
  const { composeBody, composeMail } = await import('./compose.ts');
  const content = emailContent({
    attachments: [{ filename: 'a', contentType: 'text/plain', bytes: Buffer.alloc(99) }],
  });
  const body = await composeBody(content, () => Promise.reject(new Error('the text is there')));
  const [one, two] = [1, 2].map((mailId) =>
    composeMail({ content, body, tokens: mailTokens }, mailCopy({ mailId })),
  );
  assert.ok(one && two);
  assert.equal(one.body, two.body);
  assert.ok(body.size > one.body.reduce((sum, { length }) => sum + length, 0));
});
