import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calledPhones } from '#simulator/phones/called-phones.ts';
import { simulatedNumbers } from '#simulator/simulated-numbers.ts';
import { describeNumber } from '../../dashboard/pages/phones/number-lines.ts';

test('each simulated number says in French what it does', () => {
  for (const each of [...simulatedNumbers, ...calledPhones]) {
    const { text, language } = describeNumber(each, 'fr');
    assert.equal(language, 'fr', each.number);
    assert.match(text, /\.$/);
    assert.deepEqual(describeNumber(each, 'en'), { text: each.description, language: 'en' });
  }
});
