import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { auditTexts } from '../../texts/audit.ts';
import { auditFields } from '../../texts/audit-fields.ts';
import { trunkFields } from '../console/trunk-form.ts';
import { type AuditReader, fieldText, valueText } from './audit-value.ts';

const nowMs = Date.parse('2026-11-29T12:00:00Z');

function readerOf(language: 'en' | 'fr'): AuditReader {
  return { texts: auditTexts[language], fields: auditFields[language], language, nowMs };
}

const say = (field: string, value: unknown, language: 'en' | 'fr' = 'en') =>
  `${fieldText(field, readerOf(language))}: ${valueText(field, value, readerOf(language))}`;

suite('a field of the audit', () => {
  test('has its name and value in the words of the reader', () => {
    assert.equal(say('ratePerSecond', 50), 'Messages per second: 50');
    assert.equal(say('tls', true, 'fr'), 'TLS: oui');
    assert.equal(say('marketing', 0), 'All messages are marketing: no');
    assert.equal(say('senders', ['word', 'long']), 'Sender types: word, long');
    assert.equal(say('senders', [], 'fr'), 'Types d’expéditeurs: aucun');
    assert.equal(say('quotaPerDay', null), 'Maximum per day: none');
  });

  test('tells amounts in the currency, spans with their unit, and instants as times', () => {
    assert.equal(say('amount', 1_500_000), 'Amount: 1.5');
    assert.equal(say('responseTimeoutMs', 60_000), 'Time to wait for a response: 1 min');
    assert.match(say('endsAtMs', nowMs - 3 * 86_400_000), /^Ends: .*26/);
  });

  test('tells the members of an object one by one', () => {
    const rule = { kind: 'forward', target: '33612345678' };
    assert.equal(say('rule', rule), 'Rule: Kind: forward; Number or address: 33612345678');
    assert.equal(say('wordTable', {}), 'Words of receipts: none');
  });

  test('stands as it is stored where nobody has named it, also where objects inherit the name', () => {
    assert.equal(say('constructor', 7), 'constructor: 7');
    assert.equal(say('newest', 'x'), 'newest: x');
  });

  test('has a name where it is a setting of an operator or a trunk', () => {
    const settings = [...settingsOfOperators(), ...Object.keys(trunkFields)];
    assert.ok(settings.length > 50, `${settings.length} settings`);
    const nameless = settings.filter((field) => !Object.hasOwn(auditFields.en, field));
    assert.deepEqual(nameless, []);
  });
});

/** As the server has them, of which a page imports nothing. */
function settingsOfOperators(): readonly string[] {
  const file = path.join(import.meta.dirname, '../../../src/sms/operator.ts');
  const [, defaults = ''] = readFileSync(file, 'utf8').split(
    'operatorDefaults: OperatorSettings = {',
  );
  const [fields = ''] = defaults.split('\n};');
  return [...fields.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
}
