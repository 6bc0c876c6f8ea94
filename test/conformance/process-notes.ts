/** What processes tell each other of what they hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import { plain } from './setup.ts';

const freshMs = 60_000;

export function processNotes(open: () => Promise<Storage>): void {
  test('what a process tells stands in place of what it told before', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    await store.saveNotes(1, [
      { subject: 'sms/3/0', value: '{"window":1}' },
      { subject: 'trunk/2', value: '{}' },
    ]);
    await store.saveNotes(2, [{ subject: 'sms/3/1', value: '{}' }]);
    await store.saveNotes(1, [{ subject: 'sms/3/0', value: '{"window":2}' }]);
    assert.deepEqual(plain(await store.listNotes('', freshMs)), [
      { subject: 'sms/3/0', processId: 1, value: '{"window":2}' },
      { subject: 'sms/3/1', processId: 2, value: '{}' },
    ]);
    await store.saveNotes(1, []);
    assert.deepEqual(
      (await store.listNotes('sms/', freshMs)).map(({ processId }) => processId),
      [2],
    );
  });

  test('of one subject each process tells its own, and others’ names are not mixed up', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    for (const id of [1, 2]) await store.saveNotes(id, [{ subject: 'trunk/2', value: `${id}` }]);
    await store.saveNotes(3, [{ subject: 'trunk/20', value: '3' }]);
    assert.deepEqual(
      (await store.listNotes('trunk/', freshMs)).map(({ subject, value }) => [subject, value]),
      [
        ['trunk/2', '1'],
        ['trunk/2', '2'],
        ['trunk/20', '3'],
      ],
    );
    assert.deepEqual(await store.listNotes('sms/', freshMs), []);
  });

  test('what was told too long ago is not heard', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    await store.saveNotes(1, [{ subject: 'trunk/2', value: '1' }]);
    assert.deepEqual(await store.listNotes('trunk/', -60_000), []);
  });
}
