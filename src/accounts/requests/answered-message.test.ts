import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf } from './answered-message.ts';

test('the sentence of a refusal is read from an answer that may have been cut', () => {
  const answer = JSON.stringify({ success: false, message: '"12" is not a possible number.' });
  assert.equal(messageOf(answer), '"12" is not a possible number.');
  assert.equal(
    messageOf(`${answer.slice(0, -1)},"error":[{"elem`),
    '"12" is not a possible number.',
  );
  assert.equal(messageOf('{"message":"cut he'), '');
  assert.equal(messageOf('<message>XML</message>'), '');
});
