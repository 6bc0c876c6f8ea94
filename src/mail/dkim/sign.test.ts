/** What we sign is judged by two verifiers that are not ours. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { composeCopy, emailContent, mailCopy } from '#test/harness/emails.ts';
import { type MailSigner, makeSigner } from '#test/harness/mail-signer.ts';
import { runnable } from '#test/harness/runnable.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import type { EmailContent, MailCopy } from '../message/email-content.ts';
import { relaxedBodyHash, relaxField } from './relaxed.ts';
import { signMail } from './sign.ts';

const run = promisify(execFile);
const signer = makeSigner();
const nowMs = Date.now();

const content: Partial<EmailContent> = {
  subject: 'Your order: 20 € für Ængström',
  html: `<p>Two  blanks\tand a tab \n.dot\nFrom here ${'ein Stück, '.repeat(50)}</p>\n\n`,
  unsubscribe: { https: 'https://m.example.com/u/{token}', mailto: 'u+{token}@b.example.com' },
  feedback: { account: 3 },
  headers: [{ name: 'References', value: '<a@example.com> <b@example.com>' }],
};

async function signed(
  given: Partial<EmailContent> = content,
  copy: Partial<MailCopy> = {},
): Promise<string> {
  const mail = await composeCopy(emailContent(given), mailCopy(copy));
  const answer = await signMail(mail, signer.keys, nowMs);
  assert.ok(answer.ok, answer.ok ? '' : answer.failure);
  const octets = Buffer.concat(answer.mail);
  assert.equal(octets.length, answer.size);
  return octets.toString('latin1');
}

suite('a signed mail', () => {
  test('has two signatures, RSA on top, of no octet it could do without', async () => {
    const raw = await signed();
    const [rsa = '', ed25519 = ''] = raw.split(/(?=DKIM-Signature: )|(?=^Date: )/m);
    assert.match(rsa, /a=rsa-sha256; c=relaxed\/relaxed; d=example\.com;\s+s=s1;/);
    assert.match(ed25519, /a=ed25519-sha256; c=relaxed\/relaxed; d=example\.com;\s+s=e1;/);
    const atS = Math.floor(nowMs / 1_000);
    assert.ok(rsa.includes(`t=${atS}; x=${atS + 604_800};`));
    assert.doesNotMatch(raw.slice(0, raw.indexOf('Date: ')), /[;\s][liz]=/);
    for (const line of raw.split('\r\n')) assert.ok(line.length <= 80, line);
  });

  test('covers both fields of one-click unsubscribing, and one more of what nobody may add', async () => {
    const names = /h=(?<names>[^;]+);/.exec(await signed())?.groups?.['names'] ?? '';
    const wanted =
      'from from reply-to to to cc subject subject date date message-id references mime-version ' +
      'mime-version content-type content-type content-transfer-encoding list-unsubscribe ' +
      'list-unsubscribe-post feedback-id';
    assert.deepEqual(names.replaceAll(/\s/g, '').split(':'), wanted.split(' '));
  });

  test('of another domain than that of the keys is a failure, and leaves nothing to send', async () => {
    const mail = await composeCopy(emailContent({ from: { address: 'a@other.example' } }));
    assert.deepEqual(await signMail(mail, signer.keys, nowMs), {
      ok: false,
      failure: 'the keys are of example.com, the mail of other.example',
    });
  });

  test('whose keys cannot sign is a failure, whichever of the two it is', async () => {
    const mail = await composeCopy(emailContent());
    const { publicKey } = generateKeyPairSync('ed25519');
    for (const broken of ['rsa', 'ed25519'] as const) {
      const keys = { ...signer.keys, [broken]: { selector: 'x1', key: publicKey } };
      assert.equal((await signMail(mail, keys, nowMs)).ok, false);
    }
  });
});

suite('relaxed', () => {
  test('is as RFC 6376 §3.4.5 shows it', () => {
    assert.equal(relaxField('A', 'A: X\r\n'), 'a:X\r\n');
    assert.equal(relaxField('B ', 'B : Y\t\r\n\tZ  \r\n').replace('b ', 'b'), 'b:Y Z\r\n');
    const body = Buffer.from(' C \r\nD \t E\r\n');
    assert.equal(relaxedBodyHash([body]), relaxedBodyHash([Buffer.from(' C\r\nD E\r\n')]));
  });

  test('an empty body is the hash of nothing', () => {
    assert.equal(relaxedBodyHash([]), '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });
});

/** Ways to change a mail that must not go unnoticed. */
const tampered: Readonly<Record<string, (raw: string) => string>> = {
  'a flipped octet of the body': (raw) => raw.replace('blanks', 'blanKs'),
  'a second Subject': (raw) => raw.replace('MIME-Version:', 'Subject: Pay me\r\nMIME-Version:'),
  'a second From': (raw) => raw.replace('MIME-Version:', 'From: ceo@example.com\r\nMIME-Version:'),
  'an added Reply-To': (raw) =>
    raw.replace('MIME-Version:', 'Reply-To: x@evil.example\r\nMIME-Version:'),
  'a removed List-Unsubscribe-Post': (raw) => raw.replace(/List-Unsubscribe-Post: .*\r\n/, ''),
  'another List-Unsubscribe': (raw) =>
    raw.replace('https://m.example.com', 'https://m.evil.example'),
};

suite('opendkim', { skip: await runnable('opendkim', ['-V']) }, () => {
  test('verifies both signatures', async () => {
    const results = await askOpendkim(signer, await signed());
    assert.deepEqual(results, ['pass rsa-sha256', 'pass ed25519-sha256']);
  });

  for (const [what, change] of Object.entries(tampered)) {
    test(`finds ${what}`, async () => {
      const raw = await signed();
      assert.notEqual(change(raw), raw);
      for (const result of await askOpendkim(signer, change(raw))) {
        assert.doesNotMatch(result, /^pass/);
      }
    });
  }
});

/** One word for each signature, from top to bottom. Its exit code says nothing. */
async function askOpendkim({ records }: MailSigner, raw: string): Promise<readonly string[]> {
  using folder = temporaryFolder();
  const [mail, keys, settings] = ['mail.eml', 'keys', 'conf'].map((name) =>
    path.join(folder.path, name),
  );
  assert.ok(mail && keys && settings);
  await writeFile(mail, raw, 'latin1');
  await writeFile(
    keys,
    Object.entries(records)
      .map((record) => `${record.join(' ')}\n`)
      .join(''),
  );
  await writeFile(settings, `TestPublicKeys ${keys}\nMode v\nSyslog no\nOn-Default accept\n`);
  const { stdout } = await run('opendkim', ['-x', settings, '-vv', '-t', mail]);
  const found = stdout.matchAll(/dkim=(?<word>\w+)[^;]*?header\.a=(?<algorithm>[\w-]+)/g);
  return Array.from(found, ({ groups }) => `${groups?.['word']} ${groups?.['algorithm']}`);
}

/** Reads {raw, records} and answers a list of yes and no, from top to bottom. */
const askPython = `
import dkim, json, sys
asked = json.load(sys.stdin)
records = {name + '.': text.encode() for name, text in asked['records'].items()}
answers = []
for raw in asked['mails']:
    mail = dkim.DKIM(raw.encode('latin1'))
    def verify(at):
        try: return mail.verify(idx=at, dnsfunc=lambda name, timeout=5: records.get(name.decode() if isinstance(name, bytes) else name))
        except dkim.DKIMException: return False
    answers.append([verify(0), verify(1)])
print(json.dumps(answers))
`;
const python = '/usr/bin/python3';
const noPython = await runnable(
  python,
  ['-c', 'import dkim, nacl'],
  'python3-dkim with python3-nacl',
);

suite('python3-dkim', { skip: noPython }, () => {
  test('verifies both signatures of anything that is written', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const samples = fc.sample(fc.tuple(text, text, text), 40);
    const mails = await Promise.all(
      samples.map(([subject, name, html]) =>
        signed({ ...content, subject, html, text: html }, { to: { address: 'a@b.cc', name } }),
      ),
    );
    const answers = await verifyAll(mails);
    assert.deepEqual(
      answers,
      mails.map(() => [true, true]),
    );
  });

  test('finds every change, in both signatures', async () => {
    const raw = await signed();
    const mails = Object.values(tampered).map((change) => change(raw));
    assert.deepEqual(
      await verifyAll(mails),
      mails.map(() => [false, false]),
    );
  });
});

async function verifyAll(mails: readonly string[]): Promise<unknown> {
  const asked = run(python, ['-c', askPython]);
  asked.child.stdin?.end(JSON.stringify({ mails, records: signer.records }));
  return JSON.parse((await asked).stdout);
}
