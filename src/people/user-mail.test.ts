import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeUserMail } from './user-mail.ts';

test('a mail says what happened and what to do, in the language of its reader', () => {
  const link = { address: 'https://sms.example.com/join#token', endsAtMs: 1 };
  for (const what of ['invited', 'reset', 'password forgotten', 'address to confirm'] as const) {
    const mail = writeUserMail({ what, link }, 'en');
    // The link itself is filled in where the mail is composed.
    assert.deepEqual(mail.link, link);
    assert.match(mail.text, /^#LINK#$/m);
    assert.ok(mail.html.includes('<a href="#LINK#">#LINK#</a>'));
    assert.ok(!`${mail.text}${mail.html}`.includes('token'));
    assert.notEqual(mail.subject, writeUserMail({ what, link }, 'fr').subject);
  }
  const to = 'Ada <ada@example.com>';
  const moved = writeUserMail({ what: 'address changed', to }, 'fr');
  assert.equal(moved.subject, 'Votre adresse e-mail a été changée');
  assert.ok(moved.html.includes('Ada &lt;ada@example.com&gt;'));
  assert.match(moved.text, /Si ce n’était pas vous/);
  const asked = writeUserMail({ what: 'address asked', to }, 'en');
  assert.match(
    asked.text,
    /email address to Ada <ada@example\.com>.*\n\nIf it was not you, cancel/,
  );
  for (const what of ['password changed', 'factor added', 'factor removed'] as const) {
    assert.notEqual(writeUserMail({ what }, 'en').subject, writeUserMail({ what }, 'fr').subject);
  }
});
