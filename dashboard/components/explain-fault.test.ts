/** What is shown of a failed attempt beside what it says. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Fault, unsaidOf } from './explain-fault.ts';

const says = { en: 'It failed.', fr: 'Échec.' };
const refused: Fault = { code: 'refused', params: {}, says };
const failing: Fault = { code: 'failing', params: { status: 503 }, says };

suite('the recorded text of a failed attempt', () => {
  test('is not shown where it is a status that is said', () => {
    assert.equal(unsaidOf('status 503', failing), undefined);
    const moved: Fault = { code: 'redirect', params: { status: 302 }, says };
    const raw = 'status 302: redirect not followed';
    assert.equal(unsaidOf(raw, moved), raw);
    assert.equal(unsaidOf('connection refused', refused), 'connection refused');
    assert.equal(unsaidOf('', null), undefined);
  });

  test('is shown as it came where it is a server’s own', () => {
    assert.equal(unsaidOf('550 5.1.1 no such user', null), '550 5.1.1 no such user');
  });
});
