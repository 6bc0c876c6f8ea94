/** The pages that events lead to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutPath } from './about-path.ts';

test('a report leads to its message, an event of a mail to its email, and others nowhere', () => {
  assert.equal(aboutPath('dlr', '307/33639980001'), 'sms/messages/307');
  assert.equal(aboutPath('email.sent', 'mail/512'), 'email/messages/1');
  assert.equal(aboutPath('email.bounced', 'mail/1535'), 'email/messages/2');
  assert.equal(aboutPath('reply', '33639980001'), undefined);
  assert.equal(aboutPath('reply', '12/33639980001'), undefined);
});
