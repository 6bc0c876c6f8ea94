import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ErrorReply, errors } from './errors.ts';

const names = (sentence: string): readonly string[] =>
  (sentence.match(/\{\w+\}/g) ?? []).toSorted();

suite('every refusal', () => {
  for (const [word, reply] of Object.entries<ErrorReply>(errors)) {
    test(word, () => {
      assert.deepEqual(names(reply.en), names(reply.fr), 'both languages name the same');
      for (const sentence of [reply.en, reply.fr]) assert.match(sentence, /\S\.$/);
      assert.ok(reply.status >= 400 && reply.status < 600);
      assert.ok(reply.code > 0);
    });
  }
});
