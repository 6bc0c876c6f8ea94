/** Every reason says something that a person can act on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { reasonTexts } from '../../texts/reasons.ts';
import { explainReason } from './explain-reason.ts';

suite('the reason why a phone did not get a message', () => {
  test('is explained by its word, by its code, or at least as what it is', () => {
    const { en, fr } = reasonTexts;
    assert.equal(explainReason('EXPIRED', en), en.EXPIRED);
    assert.equal(explainReason('refused_0x0b', fr), fr.refused_0x0b);
    assert.match(explainReason('refused_0x4ff', en), /error 0x4ff/);
    assert.equal(explainReason('SONDERWORT', en), en.other);
    assert.equal(explainReason('toString', en), en.other);
  });
});
