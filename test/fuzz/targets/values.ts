/** Short values that strangers write: numbers, addresses, times, tokens, cursors. */
import assert from 'node:assert/strict';
import { parseAddressRange } from '#core/address-range.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { parseIpAddress } from '#core/ip-address.ts';
import { parseMoney } from '#core/money.ts';
import { formatPhone, parsePhoneNumber } from '#core/phone-number.ts';
import { MailTokens } from '#mail/tokens.ts';
import { TrackedLinks } from '#mail/tracking/tracked-links.ts';
import { receiptInstant } from '#sms/receipts/receipt-date.ts';
import { instantOf, parseSmppTime } from '#sms/smpp/smpp-time.ts';
import { parseCursor, writeCursor } from '#webhooks/pull/event-cursor.ts';
import type { Target } from '../engine/target.ts';

const tokens = new MailTokens(Buffer.alloc(32, 1));
const links = new TrackedLinks({ key: Buffer.alloc(32, 2), tokens, base: 'https://p.example' });
const link = links.linkTo(7, 'https://example.com/a?b') ?? '';

export const values: Target = {
  name: 'values',
  protocol: 'values',
  seeds: [
    '+37060000001',
    '00370 600-00.001',
    '(8 600) 00001',
    'Ona@Example.com',
    'é@bücher.example',
    '2001:db8::1%eth0',
    '::ffff:10.0.0.1',
    '10.0.0.0/8',
    '-12.345678',
    '2609111230',
    '260911123005004+',
    '000002000000000R',
    '260229000000000R',
    'unbounded',
    link.split('/c/')[1] ?? '',
    tokens.makeToken('tracking', 7),
    tokens.makeToken('bounce', 9),
    writeCursor(
      new Map([
        [0, 5],
        [3, 99],
      ]),
    ),
  ].map((text) => Buffer.from(text)),
  bytesMax: 8_192,
  read: (octets) => {
    const text = octets.toString();
    const phone = parsePhoneNumber(text, 'LT');
    if (phone !== undefined) assert.match(formatPhone(phone), /^\+[1-9]\d{7,14}$/);
    const address = parseEmailAddress(text);
    if (address !== undefined) assert.equal(parseEmailAddress(address), address);
    parseIpAddress(text);
    parseAddressRange(text);
    parseMoney(text);
    const time = parseSmppTime(text);
    if (time !== undefined) assert.ok(Number.isFinite(instantOf(time, 0)));
    receiptInstant(text, 'Europe/Vilnius');
    const cursor = parseCursor(text);
    if (cursor !== undefined) assert.notEqual(parseCursor(writeCursor(cursor)), undefined);
    tokens.readToken('tracking', text);
    links.readLink(text);
    links.readPixel(text);
  },
};
