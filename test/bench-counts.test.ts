/** What the benchmarks count as written: rows and index entries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { medianOf } from '../bench/counts/median.ts';
import { countersOf, qualify } from '../bench/counts/written-entries.ts';

const job = {
  name: 'job',
  columns: ['id', 'lane', 'due_at', 'text'],
  indexes: [
    { name: 'job_of_lane', keys: ['lane', 'due_at'], condition: null },
    { name: 'job_due', keys: ['lower(lane)'], condition: "text = 'due_at'::text" },
  ],
};

function conditionsOf(name: string): readonly (string | undefined)[] {
  return countersOf(job).flatMap((counter) => (counter.name === name ? [counter.when] : []));
}

test('each insert, update and delete of a table is counted', () => {
  const names = countersOf(job).flatMap(({ name, when }) => (when === undefined ? [name] : []));
  assert.deepEqual(names, ['insert job', 'update job', 'delete job', 'entry job_of_lane']);
});

test('an update writes an entry where a key of the index changes', () => {
  const changes = 'NEW.lane IS DISTINCT FROM OLD.lane OR NEW.due_at IS DISTINCT FROM OLD.due_at';
  assert.deepEqual(conditionsOf('entry job_of_lane'), [undefined, changes]);
});

test('a partial index has an entry of the rows for which its condition holds, and when they come to fit', () => {
  const [inserted, updated] = conditionsOf('entry job_due');
  assert.equal(inserted, "(NEW.text = 'due_at'::text)");
  assert.equal(
    updated,
    "(NEW.text = 'due_at'::text) AND (lower(NEW.lane) IS DISTINCT FROM lower(OLD.lane) OR NOT coalesce((OLD.text = 'due_at'::text), false))",
  );
});

test('a text that reads like a column stays a text', () => {
  assert.equal(
    qualify("kind = 'it''s kind' AND other", 'NEW', ['kind']),
    "NEW.kind = 'it''s kind' AND other",
  );
});

test('the median of an even number of values is the lower of the two in the middle', () => {
  assert.equal(medianOf([4, 1, 3, 2]), 2);
  assert.equal(medianOf([5, 1, 9]), 5);
  assert.equal(medianOf([]), 0);
});
