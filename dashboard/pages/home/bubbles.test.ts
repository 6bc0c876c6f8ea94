import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bubblesOf, usualNumber } from './bubbles.ts';

const sent = {
  messageId: 1,
  place: 0,
  sender: '36180',
  text: 'Hello',
  acceptedAt: '2030-01-01T00:00:20Z',
  parts: 1,
  encoding: 'ucs2',
  state: 'accepted',
};

suite('what a phone shows', () => {
  test('is in the order of time, and says once what stands in two lists', () => {
    const bubbles = bubblesOf(
      [
        sent,
        {
          ...sent,
          messageId: 2,
          acceptedAt: '2030-01-01T00:00:40Z',
          state: 'delivered',
          sender: 'ACME',
        },
      ],
      [
        { key: 'a', from: 'us', text: 'Hello', at: '2030-01-01T00:00:20Z' },
        { key: 'b', from: 'phone', text: 'Oui', at: '2030-01-01T00:00:30Z' },
      ],
    );
    assert.deepEqual(
      bubbles.map(({ from, text, state }) => [from, text, state]),
      [
        ['us', 'Hello', 'on its way'],
        ['phone', 'Oui', undefined],
        ['us', 'Hello', 'delivered'],
      ],
    );
    assert.deepEqual(
      bubbles.map(({ encoding }) => encoding),
      ['Unicode (UCS-2)', undefined, 'Unicode (UCS-2)'],
    );
    assert.equal(usualNumber([sent], ['33639981000', '36180']), '36180');
  });

  test('is answered at the first number where nothing came from one', () => {
    assert.equal(usualNumber([], ['36180']), '36180');
    assert.equal(usualNumber([], []), undefined);
  });
});
