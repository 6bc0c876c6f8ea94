/** An installation grows out of its folder: the same keys, messages and balance on a PostgreSQL server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import { makeEmptyDatabase, withoutServer } from '#test/harness/postgres-server.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

suite('parley migrate-to', { skip: withoutServer }, () => {
  test('what was sent before is known after, and the folder is left', async () => {
    using folder = temporaryFolder();
    await using server = await makeEmptyDatabase();
    const before = await sendOne(folder.path);
    const cli = new CommandLine(folder.path);
    const moved = await cli.type('migrate-to', server.address);
    assert.equal(moved.code, 0, moved.err);
    assert.match(moved.out, /message +1\n.*were compared.*PARLEY_MASTER_KEY_FILE=\/.*master\.key/s);
    assert.match(moved.err, /\d+ of \d+ rows compared, 100 %/);
    await using app = await openApp({
      PARLEY_DATABASE: server.address,
      PARLEY_MASTER_KEY_FILE: path.join(folder.path, 'master.key'),
    });
    assert.deepEqual((await app.get(before.status)).json, before.told);
    const message = { apiKey: before.testKey, phoneNumbers: '+33639980110', message: 'Again' };
    const { json } = await app.post('/v1/send', message);
    assert.ok(Number(json['message_id']) > before.messageId);
    const left = { name: 'StorageRefused', message: /was moved to .*delete its moved\.txt/ };
    await assert.rejects(openApp({}, folder.path), left);
    const refused = await cli.type('account', 'list');
    assert.match(refused.err, /was moved to /);
    rmSync(path.join(folder.path, 'moved.txt'));
    assert.equal((await cli.type('account', 'list')).code, 0);
  });

  test('what a killed server held is free on the other side', async () => {
    await using folder = await openParleyFolder();
    await using server = await makeEmptyDatabase();
    await using sink = await openWebhookSink();
    const killed = await folder.serve();
    killed.signal('SIGKILL');
    await killed.end;
    const moved = await folder.run(['migrate-to', server.address]);
    assert.equal(moved.code, 0, moved.err);
    await using app = await openApp({
      PARLEY_DATABASE: server.address,
      PARLEY_MASTER_KEY_FILE: path.join(folder.path, 'master.key'),
    });
    const message = { apiKey: app.testKey, phoneNumbers: '+33639980101', message: 'Hello' };
    await app.post('/v1/send', { ...message, urlDlr: sink.url });
    await sink.until(1, ({ body }) => body.includes('"delivered"'));
  });

  test('a move that is killed changes nothing here, and begun anew it ends', async () => {
    await using folder = await openParleyFolder();
    await using server = await makeEmptyDatabase();
    await sendOne(folder.path);
    addMessages(folder.path, 20_000);
    const move = folder.spawn(['migrate-to', server.address]);
    await once(move.stderr, 'data');
    move.kill('SIGKILL');
    await once(move, 'exit');
    const key = { PARLEY_MASTER_KEY_FILE: path.join(folder.path, 'master.key') };
    const unfinished = { name: 'StorageRefused', message: /not all there/ };
    await assert.rejects(openApp({ ...key, PARLEY_DATABASE: server.address }), unfinished);
    const again = await folder.run(['migrate-to', server.address]);
    assert.match(again.err, /was not finished: start again with --replace-unfinished/);
    assert.equal((await folder.run(['account', 'list'])).code, 0);
    const moved = await folder.read('migrate-to', server.address, '--replace-unfinished');
    assert.equal((moved['tables'] as Record<string, number>)['message'], 20_001);
    await using app = await openApp({ ...key, PARLEY_DATABASE: server.address });
    assert.ok(app.url);
  });

  test('another key than the folder’s opens nothing', async () => {
    using folder = temporaryFolder();
    using elsewhere = temporaryFolder();
    await using server = await makeEmptyDatabase();
    await sendOne(folder.path);
    assert.equal((await new CommandLine(folder.path).type('migrate-to', server.address)).code, 0);
    const key = path.join(elsewhere.path, 'master.key');
    const settings = { PARLEY_DATABASE: server.address, PARLEY_MASTER_KEY_FILE: key };
    await assert.rejects(openApp(settings), { name: 'UnreadableMasterKey' });
    await writeFile(key, Buffer.alloc(32, 7).toString('base64'));
    await assert.rejects(openApp(settings), { name: 'SealBroken' });
  });

  test('nothing moves while a server runs on the folder, or somebody writes to it', async () => {
    using folder = temporaryFolder();
    await using server = await makeEmptyDatabase();
    const cli = new CommandLine(folder.path);
    {
      await using app = await openApp({}, folder.path);
      assert.ok(app.url);
      const refused = await cli.type('migrate-to', server.address);
      assert.equal(refused.code, 1);
      assert.match(refused.err, /Another Parley server is running/);
    }
    using writer = new DatabaseSync(path.join(folder.path, 'parley.db'));
    writer.exec('BEGIN IMMEDIATE');
    const refused = await cli.type('migrate-to', server.address);
    assert.match(refused.err, /is locked by another program/);
    assert.equal(existsSync(path.join(folder.path, 'moved.txt')), false);
  });

  test('says what is wrong with where from and where to, and repeats no password', async () => {
    using folder = temporaryFolder();
    const cli = new CommandLine(folder.path);
    const nothing = await cli.type('migrate-to', 'postgres://a:secret@127.0.0.1:1/x');
    assert.match(nothing.err, /There is no installation in/);
    {
      await using installation = await cli.open();
      assert.ok(installation.storage);
    }
    const away = await cli.type('migrate-to', 'postgres://a:secret@127.0.0.1:1/x');
    assert.equal(away.code, 1);
    assert.match(away.err, /127\.0\.0\.1:1\/x/);
    assert.doesNotMatch(away.err, /secret/);
    assert.equal((await cli.type('migrate-to', 'mysql://x')).code, 2);
    assert.match((await cli.type('migrate-to')).err, /standard input/);
    cli.environment = { PARLEY_DATABASE: 'postgres://127.0.0.1:1/x' };
    assert.match((await cli.type('migrate-to', 'postgres://x/y')).err, /uses PostgreSQL already/);
  });

  test('a database in use is left alone, and the address may come from standard input', async () => {
    using folder = temporaryFolder();
    await using server = await makeEmptyDatabase();
    await sendOne(folder.path);
    const cli = new CommandLine(folder.path);
    cli.input = `${server.address}\n`;
    const moved = await cli.read('migrate-to');
    assert.equal((moved['tables'] as Record<string, number>)['message'], 1);
    rmSync(path.join(folder.path, 'moved.txt'));
    const again = await cli.type('migrate-to');
    assert.match(again.err, /is in use: give an empty database/);
  });
});

async function sendOne(folder: string) {
  await using app = await openApp({}, folder);
  const message = { apiKey: app.testKey, phoneNumbers: '+33639980115', message: 'Hello' };
  const { json } = await app.post('/v1/send', message);
  const messageId = Number(json['message_id']);
  const query = `apiKey=${app.testKey}&messageId=${messageId}&phoneNumber=+33639980115`;
  const status = `/v1/message-status?${query}`;
  return { testKey: app.testKey, messageId, status, told: (await app.get(status)).json };
}

/** Enough of them that a move says how far it is before it ends. */
function addMessages(folder: string, count: number): void {
  using db = new DatabaseSync(path.join(folder, 'parley.db'));
  const columns = (table: string) =>
    db
      .prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 0`)
      .all()
      .map((row) => String(row['name']))
      .join(', ');
  db.exec(`
    CREATE TEMP TABLE added AS WITH RECURSIVE counted (n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count}) SELECT n FROM counted;
    INSERT INTO message (id, ${columns('message')})
      SELECT id + n, ${columns('message')} FROM message, added WHERE id = (SELECT min(id) FROM message);
    INSERT INTO recipient (id, ${columns('recipient')})
      SELECT id + n * 512, ${columns('recipient')} FROM recipient, added
      WHERE id = (SELECT min(id) FROM recipient)`);
}
