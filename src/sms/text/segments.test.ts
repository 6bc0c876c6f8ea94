import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Form } from './form.ts';
import { splitIntoParts } from './segments.ts';

const gsm: Form = { code: 'gsm7', long: 'udh8', locking: 0, single: 0 };
const ucs2: Form = { ...gsm, code: 'ucs2' };

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

function lengths(text: string, form: Form) {
  return splitIntoParts(text, form).map((part) => part.length);
}

suite('a cut leaves whole what belongs together', () => {
  test('an escape and its septet', () => {
    assert.deepEqual(lengths(`${'a'.repeat(152)}€${'b'.repeat(10)}`, gsm), [152, 11]);
    assert.deepEqual(lengths('€'.repeat(153), gsm), [76, 76, 1]);
  });

  test('an escape to a national table', () => {
    const turkish = { ...gsm, single: 1 };
    assert.deepEqual(lengths(`${'a'.repeat(148)}ş${'b'.repeat(10)}`, turkish), [148, 11]);
  });

  test('a surrogate pair', () => {
    assert.deepEqual(lengths('\u{1f600}'.repeat(36), ucs2), [66, 6]);
  });

  test('a grapheme, where there is room in the last part', () => {
    assert.deepEqual(lengths(`${'ж'.repeat(63)}${family}${'ж'.repeat(10)}`, ucs2), [63, 18]);
  });

  test('not a grapheme, where that would cost a part more', () => {
    const text = `${'ж'.repeat(62)}${family}${'ж'.repeat(64)}`;
    assert.deepEqual(lengths(text, ucs2), [67, 67]);
  });

  test('not a grapheme that is longer than a part', () => {
    assert.deepEqual(lengths(`e${'\u0323'.repeat(80)}`, ucs2), [67, 14]);
  });
});
