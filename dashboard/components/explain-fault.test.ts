/** What failed attempts are told as. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { faultTexts } from '../texts/faults.ts';
import { explainFault, type Fault, unsaidOf } from './explain-fault.ts';

const { en, fr } = faultTexts;
const refused: Fault = { code: 'refused', params: {} };
const failing: Fault = { code: 'failing', params: { status: 503 } };

suite('a failed attempt in words', () => {
  test('is told by its code in the language of the reader', () => {
    assert.equal(explainFault(refused, en), en.refused);
    assert.equal(explainFault(refused, fr), fr.refused);
  });

  test('an HTTP status is named beside what it asks for', () => {
    assert.match(explainFault(failing, en) ?? '', /failed \(HTTP 503\)/);
  });

  test('a status that is said is not shown once more', () => {
    assert.equal(unsaidOf('status 503', failing), undefined);
    const moved: Fault = { code: 'redirect', params: { status: 302 } };
    const raw = 'status 302: redirect not followed';
    assert.equal(unsaidOf(raw, moved), raw);
    assert.equal(unsaidOf('connection refused', refused), 'connection refused');
    assert.equal(unsaidOf('', null), undefined);
  });

  test('the words of a server are left as they are', () => {
    assert.equal(explainFault(null, en), undefined);
    assert.equal(unsaidOf('550 5.1.1 no such user', null), '550 5.1.1 no such user');
  });
});
