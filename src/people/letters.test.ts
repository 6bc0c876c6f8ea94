import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeLetter } from './letters.ts';

test('a letter says what happened and what to do, in the language of its reader', () => {
  const link = { address: 'https://sms.example.com/join#token', endsAtMs: 1 };
  for (const what of ['invited', 'reset', 'password forgotten', 'address to confirm'] as const) {
    const letter = writeLetter({ what, link }, 'en');
    // The link itself is filled in where the mail is composed.
    assert.deepEqual(letter.link, link);
    assert.match(letter.text, /^#LINK#$/m);
    assert.ok(letter.html.includes('<a href="#LINK#">#LINK#</a>'));
    assert.ok(!`${letter.text}${letter.html}`.includes('token'));
    assert.notEqual(letter.subject, writeLetter({ what, link }, 'fr').subject);
  }
  const to = 'Ada <ada@example.com>';
  const moved = writeLetter({ what: 'address changed', to }, 'fr');
  assert.equal(moved.subject, 'Votre accès a une autre adresse e-mail');
  assert.ok(moved.html.includes('Ada &lt;ada@example.com&gt;'));
  assert.match(moved.text, /Si ce n’était pas vous/);
  const asked = writeLetter({ what: 'address asked', to }, 'en');
  assert.match(asked.text, /sign in by Ada <ada@example\.com>.*\n\nIf it was not you, cancel it/);
  for (const what of ['password changed', 'factor added', 'factor removed'] as const) {
    assert.notEqual(writeLetter({ what }, 'en').subject, writeLetter({ what }, 'fr').subject);
  }
});
