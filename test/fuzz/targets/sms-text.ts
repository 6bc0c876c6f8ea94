/** A text that a client sends: planned, cut into parts and written as octets, whatever its characters. */
import assert from 'node:assert/strict';
import { type PlanSettings, plan } from '#sms/text/plan.ts';
import { splitIntoParts } from '#sms/text/segments.ts';
import { normaliseText } from '#sms/text/text-normal.ts';
import { transliterate } from '#sms/text/transliterate.ts';
import { encodePart } from '#sms/text/user-data.ts';
import type { Target } from '../engine/target.ts';

const settings: readonly PlanSettings[] = [
  { longMessages: 'udh8', defaultAlphabet: 'gsm7', nationalTables: ['turkish', 'portuguese'] },
  { longMessages: 'udh16', defaultAlphabet: 'gsm7Packed', nationalTables: ['spanish'] },
  { longMessages: 'sar', defaultAlphabet: 'latin1', nationalTables: [] },
];
const reference = 77;

export const smsText: Target = {
  name: 'sms-text',
  protocol: 'values',
  seeds: ['Hello', 'Bonjour à tous {€}', 'ğışĞİŞ '.repeat(20), '👩‍👩‍👧 “quoted” …'.repeat(9)].map(
    (text) => Buffer.from(text),
  ),
  bytesMax: 3_000,
  read: (octets) => {
    const written = normaliseText(octets.toString());
    for (const text of [written, transliterate(written, 'letters')]) {
      for (const each of settings) {
        const reply = plan(text, { settings: each });
        if (!reply.ok) continue;
        const { form, parts } = reply.plan;
        const pieces = splitIntoParts(text, form);
        assert.equal(pieces.join(''), text);
        assert.equal(pieces.length, parts);
        const last = encodePart(text, form, { part: parts, reference });
        assert.ok(last.octets.length <= 160);
      }
    }
  },
};
