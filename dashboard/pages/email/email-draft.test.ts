/** What a person has written, as the API takes it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  askedOf,
  emptyEmail,
  faultOfFile,
  fileBytesMax,
  htmlOf,
  isReady,
  requestOf,
  splitPeople,
} from './email-draft.ts';

const draft = { ...emptyEmail, to: 'ann@example.com', subject: ' Hello ', text: 'One\nTwo\n\n<b>' };

suite('a draft of an email', () => {
  test('is sent with the members of the interface, and without what is empty', () => {
    assert.deepEqual(requestOf(draft), {
      to: [{ email: 'ann@example.com' }],
      subject: 'Hello',
      htmlContent: '<p>One<br>\nTwo</p>\n<p>&lt;b&gt;</p>',
      textContent: 'One\nTwo\n\n<b>',
    });
    const more = { ...draft, form: 'html', html: '<i>x</i>', text: '', isLater: true } as const;
    assert.deepEqual(requestOf({ ...more, from: 'Acme <a@b.example>', day: '2030-01-31' }), {
      to: [{ email: 'ann@example.com' }],
      subject: 'Hello',
      htmlContent: '<i>x</i>',
      from: { email: 'a@b.example', name: 'Acme' },
      scheduledDeliveryDate: '31/01/2030',
      time: '9',
      minute: '0',
    });
  });

  test('is asked for by the pages in the words of the operations', () => {
    const later = { ...draft, from: 'Acme <a@b.example>', isLater: true, day: '2030-01-31' };
    assert.deepEqual(askedOf({ ...later, to: 'Ann <ann@a.example>, bob@b.example' }), {
      to: ['Ann <ann@a.example>', 'bob@b.example'],
      sender: 'Acme <a@b.example>',
      replyTo: '',
      subject: 'Hello',
      html: '<p>One<br>\nTwo</p>\n<p>&lt;b&gt;</p>',
      text: 'One\nTwo\n\n<b>',
      tag: '',
      unsubscribe: false,
      at: '2030-01-31 9:00',
    });
  });

  test('goes to those it names, however they are written', () => {
    const people = 'ann@a.example; "Lee, Bob" <bob@b.example>,\n Zoe <zoe@c.example>\n;';
    assert.deepEqual(requestOf({ ...draft, to: people }).to, [
      { email: 'ann@a.example' },
      { email: 'bob@b.example', name: 'Lee, Bob' },
      { email: 'zoe@c.example', name: 'Zoe' },
    ]);
    assert.deepEqual(splitPeople(' ,\n;'), []);
  });

  test('can be sent once it has a recipient, a subject, a text and its day', () => {
    assert.equal(isReady(emptyEmail), false);
    assert.equal(isReady(draft), true);
    assert.equal(isReady({ ...draft, form: 'html' }), false);
    assert.equal(isReady({ ...draft, isLater: true }), false);
  });

  test('keeps what was typed out of its html', () => {
    assert.equal(htmlOf('a & <script>'), '<p>a &amp; &lt;script&gt;</p>');
    assert.equal(htmlOf('\n\n'), '');
  });

  test('takes three files of five megabytes that mailboxes let in', () => {
    assert.equal(faultOfFile({ name: 'a.pdf', size: fileBytesMax }, 2), undefined);
    assert.equal(faultOfFile({ name: 'a.pdf', size: 1 }, 3), 'tooMany');
    assert.equal(faultOfFile({ name: 'a.pdf', size: fileBytesMax + 1 }, 0), 'tooLarge');
    assert.equal(faultOfFile({ name: 'a.pdf.EXE', size: 1 }, 0), 'refusedKind');
  });
});
