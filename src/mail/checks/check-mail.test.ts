import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { composeCopy, emailContent, mailCopy } from '#test/harness/emails.ts';
import { makeSigner } from '#test/harness/mail-signer.ts';
import { signMail } from '../dkim/sign.ts';
import { verifyMail } from '../dkim/verify.ts';
import type { EmailContent } from '../message/email-content.ts';
import { type CheckedMail, checkMail } from './check-mail.ts';

const signer = makeSigner();
const keyRecords = (domain: string, selector: string): readonly string[] => {
  const record = signer.records[`${selector}._domainkey.${domain}`];
  return record === undefined ? [] : [record];
};

const mailing: Partial<EmailContent> = {
  html: `<p>Two  blanks\tand ${'ein Stück, '.repeat(30)}</p>\n\n`,
  unsubscribe: { https: 'https://m.example.com/u/{token}', mailto: 'u+{token}@b.example.com' },
};

async function signed(given: Partial<EmailContent> = mailing): Promise<string> {
  const mail = await composeCopy(emailContent(given), mailCopy());
  const answer = await signMail(mail, signer.keys, 1_700_000_000_000);
  assert.ok(answer.ok);
  return Buffer.concat(answer.mail).toString('latin1');
}

function faults(raw: string): readonly (string | undefined)[] {
  return verifyMail(Buffer.from(raw, 'latin1'), keyRecords).map(({ fault }) => fault);
}

function checked(raw: string, over: Partial<CheckedMail> = {}) {
  const octets = Buffer.from(raw, 'latin1');
  const header = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => ({
      name: line.slice(0, line.indexOf(':')),
      value: line.split(/: (.*)/)[1] ?? '',
    }));
  const mail = {
    octets,
    header,
    sender: 'b+x@b.example.com',
    html: '<a href="https://a.b/">a</a>',
  };
  const checks = checkMail({ ...mail, ...over }, keyRecords);
  return Object.fromEntries(
    checks.map(({ about, verdict, why }) => [about, `${verdict}: ${why.en}`]),
  );
}

suite('what is checked of a mail that was caught', () => {
  test('both signatures hold, and find each change', async () => {
    const raw = await signed();
    assert.deepEqual(faults(raw), [undefined, undefined]);
    const changed = 'the header has been changed, or it is another key';
    assert.deepEqual(faults(raw.replace('Subject: ', 'Subject: x')), [changed, changed]);
    const added = raw.replace('\r\nSubject: ', '\r\nSubject: second\r\nSubject: ');
    assert.deepEqual(faults(added), [changed, changed]);
    const body = 'the body has been changed';
    assert.deepEqual(faults(`${raw.trimEnd()}x\r\n`), [body, body]);
    const without = raw.replace(/List-Unsubscribe-Post: [^\r]*\r\n/, '');
    assert.deepEqual(faults(without), [changed, changed]);
    assert.deepEqual(faults(raw.replaceAll('s=e1;', 's=e9;')), [
      undefined,
      'its key is not known here',
    ]);
  });

  test('a whole mailing is in order, by each check', async () => {
    const all = checked(await signed());
    assert.deepEqual(
      Object.values(all).map((each) => each.slice(0, 3)),
      ['ok:', 'ok:', 'ok:', 'ok:', 'ok:'],
      JSON.stringify(all),
    );
  });

  test('one signature of two, another domain, no button, clipped html and odd links are told', async () => {
    const raw = await signed();
    const half = raw.slice(raw.indexOf('DKIM-Signature', 1));
    assert.match(checked(half)['signatures'] ?? '', /^wrong: .*an RSA and an Ed25519/);
    const other = raw.replace(/^From: .*$/m, 'From: <a@other.example>');
    assert.match(checked(other)['alignment'] ?? '', /^wrong: not signed for other\.example/);
    const buttonless = raw.replace(/List-Unsubscribe-Post: [^\r]*\r\n/, '');
    assert.match(checked(buttonless)['one-click'] ?? '', /^wrong: .*no button/);
    const html = `<a href="javascript:x">${'x'.repeat(102 * 1_024)}</a><a href="https://a.b/">`;
    const { size, links } = checked(raw, { html });
    assert.match(size ?? '', /^wrong: .*Gmail clips/);
    assert.match(links ?? '', /^wrong: Neither http nor https: "javascript:x"/);
    const plain = checked('From: a@b.example\r\n\r\nHello', { html: '' });
    assert.match(plain['signatures'] ?? '', /^none/);
    assert.match(plain['one-click'] ?? '', /^none/);
  });

  test('octets that are no mail are judged, and nothing is thrown', () => {
    for (const raw of [
      '',
      '\r\n\r\n',
      'DKIM-Signature: v=1; a=rsa-sha256; b=x',
      '\xff:\r\n\r\n\0',
    ]) {
      assert.equal(
        checkMail(
          { octets: Buffer.from(raw, 'latin1'), header: [], sender: '', html: '' },
          keyRecords,
        ).length,
        5,
      );
    }
  });
});
