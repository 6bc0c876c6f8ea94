import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { preferredLanguage } from './language.ts';

suite('the language of a reply', () => {
  const french = [
    'fr',
    'fr-FR',
    'FR-ca,en;q=0.9',
    'de,fr;q=0.8,en;q=0.7',
    'en;q=0,fr;q=0.1',
    'fr;q=x',
  ];
  const english = ['', 'en', 'de', '*', 'en,fr', 'fr;q=0', 'fr;q=0.4,*;q=0.5', 'frankish', ',;q'];
  for (const header of french) {
    test(`"${header}" is French`, () => assert.equal(preferredLanguage(header), 'fr'));
  }
  for (const header of english) {
    test(`"${header}" is English`, () => assert.equal(preferredLanguage(header), 'en'));
  }
});
