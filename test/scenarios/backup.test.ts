/** A backup that is taken while a server works, and what comes of it elsewhere. */
import assert from 'node:assert/strict';
import {
  chown,
  copyFile,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { openApp } from '#test/harness/open-app.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const send = { phoneNumbers: '+33639980001', message: 'Hello' };

async function install() {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(temporaryFolder()).path;
  const app = stack.use(await openApp({}, home));
  const opened = stack.move();
  return {
    app,
    home,
    file: path.join(home, 'copy.parley'),
    line: new CommandLine(home),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function sendMany(app: Awaited<ReturnType<typeof openApp>>, count: number) {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { status, json } = await app.post('/v1/send', { apiKey: app.testKey, ...send });
    assert.equal(status, 200);
    ids.push(Number(json['message_id']));
  }
  return ids;
}

const allRows = (file: string, table: string): unknown => {
  using db = new DatabaseSync(file, { readOnly: true });
  return db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all();
};

suite('a backup', () => {
  test('taken under load has what was accepted before it, and its installation goes on elsewhere', async () => {
    await using world = await install();
    const { app, file, home, line } = world;
    const before = await sendMany(app, 20);
    const [typed] = await Promise.all([line.type('backup', file), sendMany(app, 20)]);
    assert.equal(typed.code, 0, typed.err);
    assert.match(typed.out, /Without the master key nobody can use it/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await app[Symbol.asyncDispose]();

    const elsewhere = path.join(home, 'elsewhere');
    await mkdir(elsewhere);
    await copyFile(path.join(home, 'master.key'), path.join(elsewhere, 'master.key'));
    const restored = await new CommandLine(elsewhere).type('restore', file);
    assert.equal(restored.code, 0, restored.err);
    const database = path.join(elsewhere, 'parley.db');
    for (const table of ['message', 'recipient', 'account', 'movement', 'job']) {
      assert.deepEqual(allRows(database, table), allRows(file, table), table);
    }
    await using again = await openApp({}, elsewhere);
    assert.equal(again.testKey, app.testKey);
    for (const id of before) {
      const { status } = await again.get(
        `/v1/message-status?apiKey=${app.testKey}&messageId=${id}&phoneNumber=33639980001`,
      );
      assert.equal(status, 200);
    }
    const [next = 0] = await sendMany(again, 1);
    assert.ok(next > 1_000_000_000, 'no id comes twice that the lost installation may have given');
  });

  test('replaces no file, and is made of no folder without an installation', async () => {
    await using world = await install();
    const { file, home, line } = world;
    await writeFile(file, 'mine');
    assert.match((await line.type('backup', file)).err, /exists: a backup replaces nothing/);
    const nothing = new CommandLine(path.join(home, 'nothing'));
    assert.match((await nothing.type('backup', `${file}2`)).err, /There is no installation/);
    const nowhere = path.join(home, 'no', 'folder', 'copy');
    assert.equal((await line.type('backup', nowhere)).code, 1);
  });

  const isRoot = process.getuid?.() === 0;
  const skip = isRoot ? false : 'only root makes files in the folders of others';
  test('that root restores for a service belongs to the service', { skip }, async () => {
    await using world = await install();
    const { app, file, home, line } = world;
    assert.equal((await line.type('backup', file)).code, 0);
    await app[Symbol.asyncDispose]();
    const service = path.join(home, 'service');
    await mkdir(`${service}-private`, { mode: 0o700 });
    await chown(`${service}-private`, 10_001, 10_001);
    await symlink(`${service}-private`, service);
    const typed = new CommandLine(service);
    assert.equal((await typed.type('restore', file)).code, 0);
    await copyFile(path.join(home, 'master.key'), path.join(service, 'master.key'));
    await chown(path.join(service, 'master.key'), 10_001, 10_001);
    assert.equal((await typed.type('erase', '--phone', '+33639980001')).code, 0);
    const made = await readdir(service);
    assert.ok(made.includes('parley.db') && made.includes('erasures.jsonl'), made.join(' '));
    for (const name of made) {
      const { uid, gid } = await stat(path.join(service, name));
      assert.deepEqual({ name, uid, gid }, { name, uid: 10_001, gid: 10_001 });
    }
  });

  test('is not restored over an installation, from damage, from what is none or from a newer version', async () => {
    await using world = await install();
    const { app, file, home, line } = world;
    assert.equal((await line.type('backup', file)).code, 0);
    assert.match(
      (await line.type('restore', file)).err,
      /server is running|There is an installation/,
    );
    await app[Symbol.asyncDispose]();
    assert.match((await line.type('restore', file)).err, /There is an installation/);

    const fresh = new CommandLine(path.join(home, 'fresh'));
    assert.match((await fresh.type('restore', `${file}3`)).err, /There is no file/);
    const other = path.join(home, 'other');
    new DatabaseSync(other).exec('CREATE TABLE a (b)');
    assert.match((await fresh.type('restore', other)).err, /is no backup of Parley/);
    await writeFile(other, 'text'.repeat(2_000));
    assert.match((await fresh.type('restore', other)).err, /is not a database/);
    const damaged = path.join(home, 'damaged');
    await copyFile(file, damaged);
    const octets = await readFile(damaged);
    // Pages behind the first one: the file still opens.
    octets.fill(0xff, 8_192, 65_536);
    await writeFile(damaged, octets);
    assert.match((await fresh.type('restore', damaged)).err, /damaged|malformed/);

    const newer = new DatabaseSync(file);
    newer.exec('PRAGMA user_version = 9999');
    newer.close();
    assert.match((await fresh.type('restore', file)).err, /newer version of Parley/);
  });
});
