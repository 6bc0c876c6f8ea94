import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldName, recordColumns, rowsOf } from './records.ts';

test('a column under the name of a record is a field of that record', () => {
  const row = rowsOf(['job.id', 'job.lane', 'message.id', 'intent'])([7, 'sms/1', 3, null]);
  assert.deepEqual(row, { job: { id: 7, lane: 'sms/1' }, message: { id: 3 }, intent: null });
});

test('each row has records of its own', () => {
  const read = rowsOf(['job.id']);
  assert.deepEqual([read([1]), read([2])], [{ job: { id: 1 } }, { job: { id: 2 } }]);
});

test('an instant is named by its unit, also at, until, since and before', () => {
  const columns = ['account_id', 'created_at', 'at', 'valid_until', 'state_since', 'format'];
  assert.deepEqual(
    columns.map((column) => fieldName(column)),
    ['accountId', 'createdAtMs', 'atMs', 'validUntilMs', 'stateSinceMs', 'format'],
  );
});

test('columns are selected as fields of the record that is named', () => {
  assert.equal(
    recordColumns('submitted_part', 'part_id submitted_at', 'part'),
    'submitted_part.part_id AS "part.partId", submitted_part.submitted_at AS "part.submittedAtMs"',
  );
});
