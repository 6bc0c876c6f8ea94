/** A newer program beside an installation of the version before it: commands leave it alone, a server's start does not. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import {
  makeOlderDatabase,
  makeOlderFolder,
  newest,
  schemaOfDatabase,
  schemaOfFile,
} from '#test/harness/older-database.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import { makeEmptyDatabase, withoutServer } from '#test/harness/postgres-server.ts';

const refused = new RegExp(
  `^parley: The database has schema ${newest - 1} and this program ${newest}: start the server [^\\n]*\\n$`,
);

async function openOlder(environment: Readonly<Record<string, string>> = {}) {
  const folder = await openParleyFolder(environment);
  makeOlderFolder(folder.path);
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
    assert.match(backup.err, /^Warning: The database is of an older version/);
    assert.equal(schemaOfFile(file), newest - 1);
    assert.ok(!(await readdir(folder.path)).some((name) => name.includes('before')));

    await startAndStop(folder);
    const copy = `${file}.before-${newest}`;
    assert.deepEqual([schemaOfFile(copy), schemaOfFile(file)], [newest - 1, newest]);
    assert.equal((await folder.run(['account', 'list'])).code, 0);

    // As the older program goes back: into a folder without an installation.
    const back = path.join(folder.path, 'back');
    const restored = await folder.run(['restore', copy, '--database', `file:${back}`]);
    assert.equal(restored.code, 0, restored.err);
    assert.equal(schemaOfFile(path.join(back, 'parley.db')), newest - 1);
  });

  test('on a server is left alone by commands too, and brought up to date by a start', {
    skip: withoutServer,
  }, async () => {
    await using database = await makeEmptyDatabase();
    await makeOlderDatabase(database);
    await using folder = await openParleyFolder();
    const environment = {
      PARLEY_DATABASE: database.address,
      PARLEY_MASTER_KEY_FILE: path.join(folder.path, 'master.key'),
    };
    await using server = await openParleyFolder(environment);
    const list = await server.run(['account', 'list']);
    assert.match(list.err, refused);
    assert.equal(await schemaOfDatabase(database), newest - 1);
    await startAndStop(server);
    assert.equal(await schemaOfDatabase(database), newest);
    const listed = await server.run(['account', 'list']);
    assert.equal(listed.code, 0, listed.err);
  });
});
