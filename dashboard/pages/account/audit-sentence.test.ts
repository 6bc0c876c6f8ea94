import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTexts } from '../../texts/audit.ts';
import { auditSentences } from '../../texts/audit-sentences.ts';
import { auditSentence } from './audit-sentence.ts';

test('a change is told as a sentence, in the words of the reader', () => {
  const change = { actor: 'ona@acme.example', action: 'key.created', target: 'live_jS1LKH' };
  const say = (language: 'en' | 'fr', over = {}) =>
    auditSentence({ ...change, ...over }, auditSentences[language], auditTexts[language]);
  assert.equal(say('en'), 'ona@acme.example created the API key live_jS1LKH');
  assert.equal(say('fr'), 'ona@acme.example a créé la clé d’API live_jS1LKH');
  assert.equal(say('en', { actor: 'key 7' }), 'API key 7 created the API key live_jS1LKH');
  assert.equal(say('en', { action: 'thing.done' }), 'ona@acme.example thing.done live_jS1LKH');
});
