/** The program of the next version on an installation of this one: commands leave it alone, a server's start does not. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import {
  makeNextVersion,
  makeUsedFolder,
  type NextVersion,
  present,
  putIntoUse,
  schemaOfDatabase,
  schemaOfFile,
} from '#test/harness/older-database.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import { makeDatabase, withoutServer } from '#test/harness/postgres-server.ts';

const newest = present + 1;
const refused = new RegExp(
  `^parley: The database has schema ${present} and this program ${newest}: start the server [^\\n]*\\n$`,
);

let next: NextVersion | undefined;
before(async () => {
  next = await makeNextVersion();
});
after(() => next?.[Symbol.asyncDispose]());

function openNext(environment: Readonly<Record<string, string>> = {}): Promise<ParleyFolder> {
  return openParleyFolder(environment, must(next, 'program of the next version').launcher);
}

async function openOlder(environment: Readonly<Record<string, string>> = {}) {
  const folder = await openNext(environment);
  makeUsedFolder(folder.path);
  const key = path.join(folder.path, 'master.key');
  await writeFile(key, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  return folder;
}

async function startAndStop(folder: ParleyFolder): Promise<void> {
  const server = await folder.serve();
  server.signal('SIGTERM');
  assert.deepEqual(await server.end, [0, null]);
}

suite('an installation of an older version', { timeout: 120_000 }, () => {
  test('in a folder is left alone by commands, told by the doctor, and brought up to date by a start behind a copy', async () => {
    await using folder = await openOlder();
    const file = path.join(folder.path, 'parley.db');
    const list = await folder.run(['account', 'list']);
    assert.equal(list.code, 1);
    assert.match(list.err, refused);
    const { code, out } = await folder.run(['doctor', '--json']);
    assert.equal(code, 1);
    const { findings } = JSON.parse(out) as { findings: { of: string; fix?: string }[] };
    assert.match(findings.find(({ of }) => of === 'schema')?.fix ?? '', /Start the server/);
    const kept = path.join(folder.path, 'kept');
    const backup = await folder.run(['backup', kept]);
    assert.equal(backup.code, 0, backup.err);
    assert.match(backup.err, /^Warning: The database has an older version/);
    assert.equal(schemaOfFile(file), present);
    assert.ok(!(await readdir(folder.path)).some((name) => name.includes('before')));

    await startAndStop(folder);
    const copy = `${file}.before-${newest}`;
    assert.deepEqual([schemaOfFile(copy), schemaOfFile(file)], [present, newest]);
    assert.equal((await folder.run(['account', 'list'])).code, 0);

    // As the older program goes back: into a folder without an installation.
    const back = path.join(folder.path, 'back');
    const restored = await folder.run(['restore', copy, '--database', `file:${back}`]);
    assert.equal(restored.code, 0, restored.err);
    assert.equal(schemaOfFile(path.join(back, 'parley.db')), present);
  });

  test('on a server is left alone by commands too, and brought up to date by a start', {
    skip: withoutServer,
  }, async () => {
    await using database = await makeDatabase();
    await putIntoUse(database);
    await using folder = await openParleyFolder();
    const environment = {
      PARLEY_DATABASE: database.address,
      PARLEY_MASTER_KEY_FILE: path.join(folder.path, 'master.key'),
    };
    await using server = await openNext(environment);
    const list = await server.run(['account', 'list']);
    assert.match(list.err, refused);
    assert.equal(await schemaOfDatabase(database), present);
    await startAndStop(server);
    assert.equal(await schemaOfDatabase(database), newest);
    const listed = await server.run(['account', 'list']);
    assert.equal(listed.code, 0, listed.err);
  });
});
