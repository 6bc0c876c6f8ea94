import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { routeReasonTexts } from '../../texts/route-reasons.ts';
import { explainRoute } from './explain-route.ts';

/** French signs stand behind spaces that do not break. */
function said(words: string, texts: Parameters<typeof explainRoute>[1]): string {
  return explainRoute(words, texts).replaceAll(/[\u00a0\u202f]/g, ' ');
}

suite('why a message takes a way', () => {
  test('is said in the words of the language', () => {
    const { en, fr } = routeReasonTexts;
    assert.equal(said('longest prefix', en), 'longest prefix');
    assert.equal(said('longest prefix', fr), 'préfixe le plus long');
  });

  test('keeps an operator’s own words, and those of another version', () => {
    const { fr } = routeReasonTexts;
    const refused = 'refused_0x58: North is tried; 3 parts where 2 were paid';
    assert.equal(said(refused, fr), 'refused_0x58 : North est essayé ; 3 parties, 2 payées');
    assert.equal(said('something new', fr), 'something new');
    assert.equal(said('', fr), '');
  });
});
