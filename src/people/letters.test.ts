import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeLetter } from './letters.ts';

test('a letter says what happened and what to do, in the language of its reader', () => {
  const link = 'https://sms.example.com/join#token';
  const invited = writeLetter({ what: 'invited', link }, 'en');
  assert.match(invited.text, /^https:\/\/sms\.example\.com\/join#token$/m);
  assert.ok(invited.html.includes('/join&#35;token'));
  const to = 'Ada <ada@example.com>';
  const moved = writeLetter({ what: 'address changed', to }, 'fr');
  assert.equal(moved.subject, 'Votre accès a une autre adresse e-mail');
  assert.ok(moved.html.includes('Ada &lt;ada@example.com&gt;'));
  assert.match(moved.text, /Si ce n’était pas vous/);
  for (const what of ['password changed', 'factor added', 'factor removed'] as const) {
    assert.notEqual(writeLetter({ what }, 'en').subject, writeLetter({ what }, 'fr').subject);
  }
});
