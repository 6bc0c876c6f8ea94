import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankTask, wishOfForm } from './lane-task-form.ts';

test('what is not filled in narrows nothing', () => {
  assert.deepEqual(wishOfForm(blankTask, 0), { kind: 'cancel', filter: {} });
});

test('numbers are read as people write them, ages as instants', () => {
  const form = {
    ...blankTask,
    kind: 'move' as const,
    to: '3',
    account: '17',
    prefix: '+33 6.12-34',
    minutes: '10',
  };
  assert.deepEqual(wishOfForm(form, 1_000_000), {
    kind: 'move',
    toOperatorId: 3,
    filter: { accountId: 17, prefix: '+3361234', beforeMs: 400_000 },
  });
});
