/** What people write to postmaster and abuse. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { NewLetter } from '#mail/inbound/letter.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';

function aLetter(subject: string): NewLetter {
  return {
    receivedAtMs: atMs,
    sender: 'ann@client.example',
    recipients: ['postmaster@acme.example'],
    from: 'ann@client.example',
    subject,
    octets: Buffer.from([0, 255, 13, 10]),
  };
}

const newest = Number.MAX_SAFE_INTEGER;
const plenty = { countMax: 100, bytesMax: 1_000 };

export function letters(open: () => Promise<Storage>): void {
  test('a letter is kept octet by octet, listed without them, and taken away once', async () => {
    await using storage = await open();
    const store = storage.emails;
    await store.keepLetter(aLetter('first'), plenty);
    await store.keepLetter(aLetter('second'), plenty);
    const [second, first] = await store.listLetters(newest, 9);
    const { octets, ...told } = aLetter('first');
    const id = must(first, 'first letter').id;
    assert.deepEqual(first, { ...told, id, size: 4 });
    assert.deepEqual(await store.listLetters(must(second, 'second letter').id, 9), [first]);
    assert.deepEqual(Buffer.from((await store.findLetter(id))?.octets ?? []), octets);
    assert.equal(await store.removeLetter(id), true);
    assert.equal(await store.removeLetter(id), false);
    assert.equal(await store.findLetter(id), undefined);
  });

  test('old letters make room for new ones, by their number and by their octets', async () => {
    await using storage = await open();
    const store = storage.emails;
    const subjects = async () =>
      (await store.listLetters(newest, 9)).map(({ subject }) => subject).join();
    for (const name of ['a', 'b', 'c']) await store.keepLetter(aLetter(name), plenty);
    await store.keepLetter(aLetter('d'), { ...plenty, countMax: 3 });
    assert.equal(await subjects(), 'd,c,b');
    await store.keepLetter(aLetter('e'), { ...plenty, bytesMax: 11 });
    assert.equal(await subjects(), 'e,d');
  });
}
