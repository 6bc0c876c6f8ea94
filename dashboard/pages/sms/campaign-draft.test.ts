import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { emptyDraft, isReady, requestOf } from './campaign-draft.ts';

const draft = { ...emptyDraft, name: 'Spring', group: 3, text: 'Hi', sender: ' Shop ' };

suite('a campaign that is being written', () => {
  test('has what was written, and nothing for what was left empty', () => {
    assert.deepEqual(requestOf(draft, 'test'), {
      name: 'Spring',
      group: 3,
      text: 'Hi',
      sender: 'Shop',
      saysStop: false,
      marketing: true,
      test: true,
    });
  });

  test('starts at an instant, and has a ceiling with a comma or a point', () => {
    const later = { ...draft, costMax: '2,5', isLater: true, at: '2030-01-31T10:00' };
    const { costMax, at, test: isTest } = requestOf(later, 'live');
    assert.deepEqual([costMax, isTest], ['2.5', false]);
    assert.equal(Date.parse(at ?? ''), new Date('2030-01-31T10:00').getTime());
  });

  test('is ready with a name, a text and its day', () => {
    assert.equal(isReady(draft), true);
    assert.equal(isReady({ ...draft, name: ' ' }), false);
    assert.equal(isReady({ ...draft, isLater: true }), false);
  });
});
