import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOfMails } from './share-of-mails.ts';

const none = { delivered: 0, bouncedHard: 0, bouncedSoft: 0, failed: 0 };

test('the delivery rate is of those that were taken, refused or given up', () => {
  assert.equal(shareOfMails(none), undefined);
  assert.equal(shareOfMails({ ...none, failed: 1 }), 0);
  assert.equal(shareOfMails({ delivered: 6, bouncedHard: 1, bouncedSoft: 2, failed: 1 }), 0.6);
});
