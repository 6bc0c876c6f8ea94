import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankTask, wishOfForm } from './lane-task-form.ts';

test('what is not filled in narrows nothing', () => {
  assert.deepEqual(wishOfForm(blankTask), { kind: 'cancel', to: '', meant: {} });
});

test('numbers are read as people write them, ages as durations', () => {
  const form = {
    ...blankTask,
    kind: 'move' as const,
    to: 'acme',
    account: '17',
    prefix: '+33 6.12-34',
    minutes: '10',
  };
  assert.deepEqual(wishOfForm(form), {
    kind: 'move',
    to: 'acme',
    meant: { account: 17, prefix: '+3361234', olderThan: '10m' },
  });
});
