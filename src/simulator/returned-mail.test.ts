import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { returnMail } from './returned-mail.ts';

const mail = {
  sender: 'b+token@b.acme.example',
  recipient: 'late-bounce@parley.test',
  octets: Buffer.from('Message-ID: <token@acme.example>\r\nSubject: Hi\r\n\r\nHi\r\n'),
  atMs: 0,
};

test('what mailboxes send back reads as a report about the mail that it returns', async () => {
  for (const [kind, type] of [
    ['bounce', 'message/delivery-status'],
    ['complaint', 'message/feedback-report'],
  ] as const) {
    const { to, octets } = returnMail(kind, mail);
    assert.equal(to, mail.sender);
    const read = await PostalMime.parse(octets, { attachmentEncoding: 'utf8' });
    const [report, returned] = read.attachments;
    assert.equal(report?.mimeType, type);
    assert.ok(typeof report.content === 'string' && typeof returned?.content === 'string');
    assert.match(report.content, /late-bounce@parley\.test/);
    assert.match(returned.content, /^Message-ID: <token@acme\.example>$/m);
  }
});
