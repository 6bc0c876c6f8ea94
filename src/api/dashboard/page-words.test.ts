import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ErrorWord, errors } from '#api/errors.ts';
import type { Language } from '#api/language.ts';
import { operations } from '#operations.ts';
import { pageFix, pageSentence } from './page-words.ts';

/** What the pages' door itself refuses, besides what operations do. */
const ofTheDoor: readonly ErrorWord[] = [
  'nobody is signed in',
  'sign-in is not fresh',
  'second factor is missing',
  'role does not allow it',
  'view is for reading',
  'account is disabled',
  'account is blocked',
  'field has a wrong value',
  'service is overloaded',
  'service is unavailable',
  'outcome is unknown',
  'something broke',
];

/** The reader of the setup page is at the server’s shell: nobody else has its link. */
const ofTheShell: readonly string[] = ['setup link is not valid'];

/** Anyone with an account may hear them, as far as they are signed in. */
const heard = new Set<ErrorWord>([
  ...ofTheDoor,
  ...operations
    .filter((one) => one.needs !== 'administrator')
    // Codes are declared by operations, and each of them has its words.
    .flatMap(({ refusals }) => refusals as readonly ErrorWord[]),
]);

suite('what a customer’s page says of a refusal names no command, setting or parameter', () => {
  for (const word of heard) {
    test(word, () => {
      for (const language of ['en', 'fr'] satisfies Language[]) {
        const said = pageSentence({ word }, language);
        const fix = pageFix(word)?.[language];
        if (fix !== undefined) assert.match(fix, /\S\.$/);
        for (const text of [said, fix ?? '']) assertForPeople(text, word);
      }
    });
  }
});

function assertForPeople(text: string, word: string): void {
  const shown = text.replaceAll(/\{\w+\}/g, '').replaceAll('image/png', '');
  assert.doesNotMatch(shown, /\{|`|PARLEY_|Retry-After|Idempotency-Key|X-Request-Id|\w\/\w/);
  // A parameter such as isStopSms.
  assert.doesNotMatch(shown, /\b[a-z]+[A-Z]\w*/);
  if (!ofTheShell.includes(word)) assert.doesNotMatch(shown, /\bparley\b/);
}

test('no word has a fix of its own for pages that says what the interface says', () => {
  for (const word of Object.keys(errors) as readonly ErrorWord[]) {
    const own = pageFix(word);
    if (own !== errors[word].fix && own !== null) assert.notDeepEqual(own, errors[word].fix, word);
  }
});
