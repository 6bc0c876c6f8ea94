/** What the doctor says, in both languages. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Sentence } from '#core/words.ts';
import { fail, inEnglish, ok, tellFinding, warn, withoutNames } from './finding.ts';
import { type FindingWords, findingParts } from './finding-words.ts';
import { findingWords } from './words.ts';

const words = Object.entries<FindingWords>(findingWords);

suite('what the doctor says', () => {
  test('names the same values in French as in English', () => {
    const parts = Object.entries<Sentence>(findingParts);
    const all = words.flatMap(([code, { of, says, fix = says }]) =>
      [of, says, fix].map((sentence) => [code, sentence] as const),
    );
    for (const [code, { en, fr }] of [...parts, ...all]) {
      // The report on a domain is a sentence of its page, in English alone.
      if (en.includes('{report}')) continue;
      assert.deepEqual(namesIn(fr), namesIn(en), code);
    }
  });

  test('is filled in with what was found, and says what to do only where all is not well', () => {
    const params = { operator: 'acme', up: 1, binds: 2 };
    const { of, says, fix } = tellFinding(warn('binds are up', params));
    assert.deepEqual(of, { en: 'operator acme', fr: 'opérateur acme' });
    assert.deepEqual(says, {
      en: '1 of 2 binds are up.',
      fr: '1 liaisons sur 2 sont établies.',
    });
    assert.match(fix?.fr ?? '', /parley operator show acme/);
    assert.equal(tellFinding(ok('binds are up', params)).fix, null);
  });

  test('to programs is English, with the code and its values', () => {
    assert.deepEqual(inEnglish(tellFinding(fail('clock differs', { seconds: 7 }))), {
      of: 'clock',
      verdict: 'fail',
      says: 'The clocks of this machine and of the database differ by 7 s, which is too much.',
      fix: 'Synchronize the clocks of both machines, for example with chrony or systemd-timesyncd.',
      code: 'clock differs',
      params: { seconds: 7 },
    });
  });

  test('leaves the house without the names of customers', () => {
    const finding = {
      ...fail('domain took too long', { domain: 'shop.example' }),
      isPrivate: true,
    };
    assert.deepEqual(withoutNames(finding), { code: 'domain took too long', verdict: 'fail' });
  });
});

function namesIn(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted();
}
