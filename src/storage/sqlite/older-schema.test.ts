import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import {
  makeUsedFolder,
  present,
  schemaOfFile,
  upgradeForTest,
} from '#test/harness/older-database.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { readSchemaFiles, type SchemaFiles } from '../schema-files.ts';
import { openForWriting } from './database.ts';
import { meetOlderSchema } from './older-schema.ts';
import { upgradeSchema } from './schema.ts';

const own = readSchemaFiles(new URL('./', import.meta.url));
/** Of a program that is two versions ahead. */
const wanted = present + 2;
const second = 'CREATE TABLE of_the_version_behind_it (id INTEGER PRIMARY KEY)';
const files = { ...own, upgrades: [...own.upgrades, upgradeForTest, second] };

function setup() {
  const folder = temporaryFolder();
  makeUsedFolder(folder.path);
  const file = path.join(folder.path, 'parley.db');
  const copy = `${file}.before-${wanted}`;
  return { folder: folder.path, file, copy, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function upgradeTo(schema: SchemaFiles, folder: string): void {
  using db = openForWriting(path.join(folder, 'parley.db'));
  upgradeSchema(db, schema);
}

function upgrade(folder: string): void {
  meetOlderSchema(folder, 'copy and migrate', { wanted });
  upgradeTo(files, folder);
}

suite('a folder of an older version', () => {
  test('is copied before it is brought up to date, and the last copy alone is kept', () => {
    using world = setup();
    const { folder, file, copy } = world;
    for (const former of ['98', '99']) writeFileSync(`${file}.before-${former}`, 'former');
    writeFileSync(`${file}.before-lunch`, 'mine');
    upgrade(folder);
    assert.deepEqual([schemaOfFile(copy), schemaOfFile(file)], [present, wanted]);
    using db = new DatabaseSync(file);
    const [row] = db.prepare('SELECT name, of_the_next_version FROM account').all();
    assert.deepEqual({ ...row }, { name: 'Acme', of_the_next_version: 1 });
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    const copies = readdirSync(folder).filter((name) => name.includes('before'));
    assert.deepEqual(copies.toSorted(), [path.basename(copy), 'parley.db.before-lunch']);
  });

  test('has the upgrades before one that fails, and nothing of that one', () => {
    using world = setup();
    const { folder, file } = world;
    const broken = `${second}; INSERT INTO nowhere VALUES (1)`;
    const upgrades = [...own.upgrades, upgradeForTest, broken];
    assert.throws(() => upgradeTo({ ...own, upgrades }, folder), /nowhere/);
    assert.equal(schemaOfFile(file), present + 1);
    upgradeTo(files, folder);
    assert.equal(schemaOfFile(file), wanted);
    assert.throws(() => upgradeTo(own, folder), {
      name: 'StorageRefused',
      message: /newer version/,
    });
  });

  test('is left as it is where there is no room for a copy', () => {
    using world = setup();
    const { folder, file, copy } = world;
    const full = { wanted, freeBytes: () => 1_000 };
    assert.throws(() => meetOlderSchema(folder, 'copy and migrate', full), {
      name: 'StorageRefused',
      message: /^There is no room for \S+ a copy .* MB are needed and 0\.0 MB are free$/,
    });
    assert.ok(!existsSync(copy));
    assert.equal(schemaOfFile(file), present);
  });

  test('keeps the copy of an upgrade that was cut short, and replaces that of one that was taken back', () => {
    using world = setup();
    const { folder, file, copy } = world;
    meetOlderSchema(folder, 'copy and migrate', { wanted });
    // The first of two upgrades has run.
    upgradeTo({ ...files, upgrades: files.upgrades.slice(0, -1) }, folder);
    assert.equal(schemaOfFile(file), present + 1);
    assert.equal(meetOlderSchema(folder, 'copy and migrate', { wanted })?.schema, present);
    assert.equal(schemaOfFile(copy), present);
    // Somebody went back with the copy, and comes again later.
    copyFileSync(copy, file);
    {
      using older = new DatabaseSync(file);
      older.exec(`INSERT INTO setting VALUES ('meanwhile', 'sent')`);
    }
    meetOlderSchema(folder, 'copy and migrate', { wanted });
    using replaced = new DatabaseSync(copy, { readOnly: true });
    assert.equal(replaced.prepare('SELECT value FROM setting').get()?.['value'], 'sent');
  });

  test('is left alone where that is asked, and a folder that nobody has used is not', () => {
    using world = setup();
    const { folder, file, copy } = world;
    assert.throws(() => meetOlderSchema(folder, 'leave', { wanted }), { name: 'OlderSchema' });
    assert.ok(!existsSync(copy));
    assert.equal(schemaOfFile(file), present);
    using fresh = temporaryFolder();
    assert.equal(meetOlderSchema(fresh.path, 'leave', { wanted }), undefined);
    upgradeTo(own, fresh.path);
    assert.equal(meetOlderSchema(fresh.path, 'leave', { wanted }), undefined);
    upgrade(fresh.path);
    assert.deepEqual(
      readdirSync(fresh.path).filter((name) => name.includes('before')),
      [],
    );
  });
});
