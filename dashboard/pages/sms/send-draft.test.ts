/** A draft as the API takes it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { askedOf, emptyDraft, isReady, requestOf } from './send-draft.ts';

const draft = { ...emptyDraft, to: '06 12 34 56 78\n+33 6 12 34 56 79;', message: `It's "5 €"` };

suite('a draft', () => {
  test('is sent with the members of the interface, and without what is empty', () => {
    assert.deepEqual(requestOf(draft), {
      phoneNumbers: '06 12 34 56 78,+33 6 12 34 56 79',
      message: `It's "5 €"`,
    });
    const more = { ...draft, sender: ' ACME ', tag: 'spring', saysStop: true, isLater: true };
    assert.deepEqual(requestOf({ ...more, day: '2030-01-31', hour: '9', minute: '5' }), {
      phoneNumbers: '06 12 34 56 78,+33 6 12 34 56 79',
      message: `It's "5 €"`,
      sender: 'ACME',
      tag: 'spring',
      isStopSms: true,
      scheduledDeliveryDate: '31/01/2030',
      time: '9',
      minute: '5',
    });
  });

  test('is asked of operations with its time on the same clock', () => {
    const phones = ['06 12 34 56 78', '+33 6 12 34 56 79'];
    const plain = { sender: '', tag: '', saysStop: false, marketing: false };
    assert.deepEqual(askedOf(draft), { phones, text: draft.message, ...plain });
    const later = { ...draft, sender: ' ACME ', isLater: true, day: '2030-01-31', minute: '5' };
    const asked = { phones, text: draft.message, ...plain, sender: 'ACME' };
    assert.deepEqual(askedOf(later), { ...asked, at: '2030-01-31 9:05' });
  });

  test('can be previewed once it has a phone and a text', () => {
    assert.equal(isReady(emptyDraft), false);
    assert.equal(isReady(draft), true);
    assert.equal(isReady({ ...draft, isLater: true }), false);
  });
});
