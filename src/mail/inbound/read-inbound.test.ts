import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readBounceText } from './bounce-text.ts';
import { type InboundContent, readInboundMail } from './read-inbound.ts';

const folder = path.join(import.meta.dirname, '../../../fixtures/inbound-mail');

async function read(name: string) {
  return readInboundMail(readFileSync(path.join(folder, `${name}.eml`)), '');
}

/** What a report says, shortened to what the tests are about. */
async function reported(name: string) {
  const { content } = await read(name);
  assert.equal(content.kind, 'reports', name);
  return content.reports.map(({ outcome, recipient, reason }) => [
    outcome,
    recipient,
    reason.class,
    reason.enhanced,
  ]);
}

suite('mail from outside', () => {
  test('a notification says which recipient failed, and why', async () => {
    const { content, about } = await read('postfix-style');
    assert.deepEqual(content, {
      kind: 'reports',
      reports: [
        {
          outcome: 'failed',
          recipient: 'zoe@client.example',
          reason: {
            class: 'mailbox-unknown',
            code: 550,
            enhanced: '5.1.1',
            text: '550 5.1.1 <zoe@client.example>: user unknown',
            host: 'store.client.example',
          },
        },
      ],
    } satisfies InboundContent);
    assert.deepEqual(about, ['TOKEN@acme.example']);
  });

  test('what is delayed, delivered or relayed has not failed', async () => {
    assert.deepEqual(await reported('delayed'), [
      ['delayed', 'zoe@client.example', 'expired', '4.0.0'],
    ]);
    const outcomes = (await reported('several-recipients')).map(([outcome]) => outcome);
    assert.deepEqual(outcomes, ['other', 'other', 'failed']);
  });

  test('a server that has given up on what passes says that its time was over', async () => {
    assert.deepEqual((await reported('several-recipients'))[2], [
      'failed',
      'c@list.example',
      'expired',
      '4.4.7',
    ]);
  });

  test('the words of the server go before a general status', async () => {
    const said = ['failed', 'zoe@client.example', 'mailbox-full', '5.2.2'];
    assert.deepEqual(await reported('one-group'), [said]);
  });

  test('addresses may be of any alphabet (RFC 6533)', async () => {
    const [said] = await reported('internationalized');
    assert.deepEqual(said, ['failed', 'zoé@client.example', 'mailbox-unknown', '5.1.1']);
    assert.deepEqual((await read('internationalized')).about, ['TOKEN@acme.example']);
  });

  test('a bounce without a report is read by its text, and not by what it returns', async () => {
    const { content, about } = await read('plain-text-bounce');
    assert.equal(content.kind, 'bounce');
    assert.equal(content.reason.class, 'mailbox-unknown');
    assert.equal(content.reason.enhanced, '5.1.1');
    assert.deepEqual(about, ['TOKEN@acme.example']);
  });

  test('a line without an end is looked at once', () => {
    assert.equal(readBounceText('-'.repeat(500_000)), undefined);
  });

  test('a complaint says of what kind it is, and about which mail', async () => {
    const { content, about } = await read('complaint');
    assert.deepEqual(content, {
      kind: 'complaint',
      complaint: { type: 'abuse', recipient: 'zoe@provider.example', by: 'SomeGenerator/1.0' },
    });
    assert.deepEqual(about, ['TOKEN@acme.example']);
    const opposite = await read('not-spam');
    assert.equal(opposite.content.kind, 'complaint');
  });

  test('an answer of a machine is no bounce, and a letter is a letter', async () => {
    assert.equal((await read('out-of-office')).content.kind, 'automatic');
    const letter = readFileSync(path.join(folder, 'letter.eml'));
    assert.equal((await readInboundMail(letter, 'zoe@client.example')).content.kind, 'letter');
    assert.equal((await readInboundMail(letter, '')).content.kind, 'unclear');
  });

  test('too many parts, or too deep ones, are unclear', async () => {
    const part = '--a\r\nContent-Type: image/png\r\n\r\nx\r\n';
    const many = `Content-Type: multipart/mixed; boundary=a\r\n\r\n${part.repeat(101)}--a--\r\n`;
    assert.equal((await readInboundMail(Buffer.from(many), '')).content.kind, 'unclear');
    const deep = Array.from(
      { length: 20 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    assert.equal((await readInboundMail(Buffer.from(deep.join('')), '')).content.kind, 'unclear');
  });

  test('whatever comes is read without a fault', async () => {
    const pieces = [
      'Content-Type: multipart/report; boundary=a\r\n',
      'Content-Type: message/delivery-status\r\n',
      'Content-Type: message/feedback-report\r\n',
      '--a\r\n',
      '--a--\r\n',
      '\r\n',
      'Action: failed\r\n',
      'Status: 5.1.1\r\n',
      'Diagnostic-Code: smtp; 550 5.1.1',
      'Feedback-Type: abuse\r\n',
      'Message-ID: <x@y>\r\n',
      'Content-Transfer-Encoding: base64\r\n',
    ];
    const octets = fc
      .array(
        fc.oneof(
          fc.constantFrom(...pieces).map((text) => Buffer.from(text)),
          fc.uint8Array(),
        ),
      )
      .map((parts) => Buffer.concat(parts));
    await fc.assert(
      fc.asyncProperty(octets, fc.constantFrom('', 'a@b.example'), async (mail, sender) => {
        const { content } = await readInboundMail(mail, sender);
        assert.equal(typeof content.kind, 'string');
      }),
      { numRuns: 500 },
    );
  });
});
