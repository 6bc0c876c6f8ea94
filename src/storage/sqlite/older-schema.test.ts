import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { makeOlderFolder, newest, schemaOfFile } from '#test/harness/older-database.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { meetOlderSchema } from './older-schema.ts';
import { openSqliteStorage } from './sqlite-storage.ts';

function setup() {
  const folder = temporaryFolder();
  makeOlderFolder(folder.path);
  const file = path.join(folder.path, 'parley.db');
  const copy = `${file}.before-${newest}`;
  return { folder: folder.path, file, copy, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

async function upgrade(folder: string): Promise<void> {
  meetOlderSchema(folder, 'copy and migrate');
  await using _ = await openSqliteStorage(folder);
}

suite('a folder of an older version', () => {
  test('is copied before it is brought up to date, and the last copy alone is kept', async () => {
    using world = setup();
    const { folder, file, copy } = world;
    for (const former of ['3', '4']) writeFileSync(`${file}.before-${former}`, 'former');
    writeFileSync(`${file}.before-lunch`, 'mine');
    await upgrade(folder);
    assert.deepEqual([schemaOfFile(copy), schemaOfFile(file)], [newest - 1, newest]);
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    const copies = readdirSync(folder).filter((name) => name.includes('before'));
    assert.deepEqual(copies.toSorted(), [path.basename(copy), 'parley.db.before-lunch']);
  });

  test('is left as it is where there is no room for a copy', () => {
    using world = setup();
    const { folder, file, copy } = world;
    assert.throws(() => meetOlderSchema(folder, 'copy and migrate', () => 1_000), {
      name: 'StorageRefused',
      message: /^There is no room for \S+ a copy .* MB are needed and 0\.0 MB are free$/,
    });
    assert.ok(!existsSync(copy));
    assert.equal(schemaOfFile(file), newest - 1);
  });

  test('keeps the copy of an upgrade that was cut short, and replaces that of one that was taken back', async () => {
    using world = setup();
    const { folder, file, copy } = world;
    await upgrade(folder);
    // As an upgrade over two migrations leaves it, of which the first has run.
    const middle = path.join(folder, 'middle');
    copyFileSync(copy, middle);
    {
      using older = new DatabaseSync(copy);
      older.exec(`PRAGMA user_version = ${newest - 2}`);
    }
    copyFileSync(middle, file);
    assert.equal(meetOlderSchema(folder, 'copy and migrate')?.schema, newest - 2);
    assert.equal(schemaOfFile(copy), newest - 2);
    // Somebody went back with the copy, and comes again later.
    copyFileSync(copy, file);
    {
      using older = new DatabaseSync(file);
      older.exec(`INSERT INTO setting VALUES ('meanwhile', 'sent')`);
    }
    meetOlderSchema(folder, 'copy and migrate');
    using replaced = new DatabaseSync(copy, { readOnly: true });
    assert.equal(replaced.prepare('SELECT value FROM setting').get()?.['value'], 'sent');
  });

  test('is left alone where that is asked, and a folder that nobody has used is not', async () => {
    using world = setup();
    const { folder, file, copy } = world;
    assert.throws(() => meetOlderSchema(folder, 'leave'), { name: 'OlderSchema' });
    assert.ok(!existsSync(copy));
    assert.equal(schemaOfFile(file), newest - 1);
    using fresh = temporaryFolder();
    assert.equal(meetOlderSchema(fresh.path, 'leave'), undefined);
    await upgrade(fresh.path);
    assert.deepEqual(
      readdirSync(fresh.path).filter((name) => name.includes('before')),
      [],
    );
  });
});
