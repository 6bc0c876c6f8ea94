import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiFailure } from '../api/api-failure.ts';
import { atFields } from './at-fields.ts';

const fields = ['phones', 'text'] as const;

function refused(...problems: readonly { readonly field: string; readonly message: string }[]) {
  return new ApiFailure({ status: 400, word: 'invalid', message: 'No', fields: problems });
}

test('a refusal is told at the field that it names, each sentence once', () => {
  const failure = refused(
    { field: 'phones.0', message: '12 is no phone.' },
    { field: 'phones.3', message: '12 is no phone.' },
    { field: 'phones', message: '13 is no phone.' },
  );
  const { errorOf, others } = atFields(failure, fields);
  assert.equal(errorOf('phones'), '12 is no phone. 13 is no phone.');
  assert.equal(errorOf('text'), undefined);
  assert.equal(others, undefined);
});

test('what names a field that the form lacks, or none, is left to the form', () => {
  const failure = refused({ field: 'phones', message: 'a' }, { field: 'key', message: 'b' });
  assert.equal(atFields(failure, fields).others, failure);
  const broken = new ApiFailure({ status: 500, word: 'something broke', message: 'c' });
  assert.equal(atFields(broken, fields).others, broken);
  assert.equal(atFields(undefined, fields).others, undefined);
});
