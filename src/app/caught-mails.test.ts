import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MailTokens } from '#mail/tokens.ts';
import { anEmail } from '#test/harness/email-records.ts';
import { ownerOfCaught } from './caught-mails.ts';

const tokens = new MailTokens(Buffer.alloc(32, 7));
const emails = [
  anEmail({ id: 5, accountId: 3 }),
  anEmail({ id: 6, notice: 'people:1' }),
  anEmail({ id: 8, accountId: 4, notice: 'voicemail:9' }),
];
const ports = {
  tokens,
  emails: { findEmail: async (id: number) => emails.find((email) => email.id === id) },
};

test('a caught mail is its account’s by its Message-ID, and by no other text', async () => {
  const token = tokens.makeToken('bounce', 5 * 512 + 1);
  const own = { accountId: 3, mailId: 5 * 512 + 1 };
  assert.deepEqual(await ownerOfCaught(`${token}@shop.example`, ports), own);
  assert.deepEqual(await ownerOfCaught(`${token.toUpperCase()}@shop.example`, ports), own);
  const strange = ['', 'x@shop.example', `${token.slice(1)}@x`, `<${token}@x>`];
  const forgotten = tokens.makeToken('bounce', 7 * 512);
  const otherUse = tokens.makeToken('unsubscribe', 5 * 512);
  for (const text of [...strange, `${forgotten}@x`, `${otherUse}@x`]) {
    assert.equal(await ownerOfCaught(text, ports), undefined, text);
  }
});

test('the mail of a voicemail is its account’s', async () => {
  const mailId = 8 * 512;
  const token = tokens.makeToken('bounce', mailId);
  assert.deepEqual(await ownerOfCaught(`${token}@shop.example`, ports), { accountId: 4, mailId });
});

test('a notice of ours is nobody’s, for its links may let somebody in', async () => {
  const token = tokens.makeToken('bounce', 6 * 512);
  assert.equal(await ownerOfCaught(`${token}@shop.example`, ports), undefined);
});
