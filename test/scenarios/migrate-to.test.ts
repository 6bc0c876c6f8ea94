/** An installation grows out of its folder: the same keys, messages and balance on a PostgreSQL server. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { openApp } from '#test/harness/open-app.ts';
import { makeEmptyDatabase, withoutServer } from '#test/harness/postgres-server.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

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

  test('another key than the folder’s opens nothing', async () => {
    using folder = temporaryFolder();
    using elsewhere = temporaryFolder();
    await using server = await makeEmptyDatabase();
    await sendOne(folder.path);
    assert.equal((await new CommandLine(folder.path).type('migrate-to', server.address)).code, 0);
    const settings = {
      PARLEY_DATABASE: server.address,
      PARLEY_MASTER_KEY_FILE: path.join(elsewhere.path, 'master.key'),
    };
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
    assert.match((await cli.type('migrate-to', 'postgres://x/y')).err, /on a server already/);
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
    assert.match(again.err, /is in use: move into a database of its own/);
  });
});

async function sendOne(folder: string) {
  await using app = await openApp({}, folder);
  const message = { apiKey: app.testKey, phoneNumbers: '+33639980110', message: 'Hello' };
  const { json } = await app.post('/v1/send', message);
  const messageId = Number(json['message_id']);
  const query = `apiKey=${app.testKey}&messageId=${messageId}&phoneNumber=+33639980110`;
  const status = `/v1/message-status?${query}`;
  return { testKey: app.testKey, messageId, status, told: (await app.get(status)).json };
}
