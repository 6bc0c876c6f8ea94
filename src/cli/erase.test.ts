import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const phone = '+33612345678';

async function install() {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(temporaryFolder()).path;
  const line = new CommandLine(home);
  const { account } = await line.read(
    'account',
    'create',
    '--name',
    'Acme',
    '--email',
    'a@acme.example',
  );
  const accountId = String((account as { id: number }).id);
  await line.read('stop', 'add', phone, '--account', accountId);
  await line.read('group', 'add', 'people', '--account', accountId);
  {
    await using opened = await line.open();
    const { addressBook } = opened.storage;
    const [group] = await addressBook.listGroups(Number(accountId));
    const contacts = [{ phone: '33612345678', details: { firstname: 'Ann' } }] as never;
    const addition = { accountId: Number(accountId), groupId: group?.id ?? 0, createdAtMs: 0 };
    await addressBook.addContacts({ ...addition, contacts });
  }
  const opened = stack.move();
  return { home, line, accountId, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function stopsOf(line: CommandLine, accountId: string) {
  const { stops } = await line.read('stop', 'list', '--account', accountId);
  return (stops as { phone: string }[]).map((stop) => stop.phone);
}

suite('parley erase', () => {
  test('says what it would erase, exports it, and erases it with a certificate', async () => {
    await using world = await install();
    const { home, line, accountId } = world;
    const dry = await line.read('erase', '--phone', phone, '--dry-run');
    assert.equal((dry['wouldErase'] as Record<string, number>)['contacts'], 1);
    const file = path.join(home, 'ann.json');
    const { certificate, sha256 } = await line.read('erase', '--phone', phone, '--export', file);
    const { erased, counts, hashed } = certificate as Record<string, Record<string, number>>;
    assert.match(String(erased?.['pseudonym']), /^\d{16}$/);
    assert.deepEqual([counts?.['contacts'], hashed], [1, 1]);
    assert.match(String(sha256), /^[0-9a-f]{64}$/);
    assert.match(await readFile(file, 'utf8'), /Ann/);
    assert.deepEqual(await stopsOf(line, accountId), ['erased']);
    const log = await readFile(path.join(home, 'erasures.jsonl'), 'utf8');
    assert.ok(!log.includes(phone.slice(1)), 'the log is sealed');
    const { audit } = await line.read('audit', 'list');
    const [newest] = audit as { action: string }[];
    assert.equal(newest?.action, 'erasure.done');
    assert.ok(!JSON.stringify(audit).includes(phone.slice(1)));
  });

  test('lets who stopped start again, though the list holds a hash alone', async () => {
    await using world = await install();
    const { line, accountId } = world;
    await line.read('erase', '--phone', phone);
    await line.read('stop', 'remove', phone, '--account', accountId);
    assert.deepEqual(await stopsOf(line, accountId), []);
  });

  test('is repeated in a backup that is older', async () => {
    await using world = await install();
    const { home, line, accountId } = world;
    const copy = path.join(home, 'copy.parley');
    await line.read('backup', copy);
    await line.read('erase', '--phone', phone);
    const elsewhere = path.join(home, 'elsewhere');
    await mkdir(elsewhere);
    const other = new CommandLine(elsewhere);
    const log = path.join(home, 'erasures.jsonl');
    const keyless = await other.type('restore', copy, '--erasures', log);
    assert.equal(keyless.code, 1);
    assert.match(keyless.err, /copy the master key/);
    await copyFile(path.join(home, 'master.key'), path.join(elsewhere, 'master.key'));
    const restored = await other.read('restore', copy, '--erasures', log);
    assert.equal(restored['erased'], 1);
    assert.deepEqual(await stopsOf(other, accountId), ['erased']);
    const dry = await other.read('erase', '--phone', phone, '--dry-run');
    assert.ok(Object.values(dry['wouldErase'] as object).every((count) => count === 0));
    assert.equal(
      await readFile(path.join(elsewhere, 'erasures.jsonl'), 'utf8'),
      await readFile(log, 'utf8'),
    );
  });

  test('wants either a phone or an address, and never overwrites an export', async () => {
    await using world = await install();
    const { home, line } = world;
    assert.equal((await line.type('erase')).code, 2);
    assert.equal((await line.type('erase', '--phone', phone, '--email', 'a@b.example')).code, 2);
    assert.equal((await line.type('erase', '--phone', '0612345678')).code, 2);
    const file = path.join(home, 'master.key');
    assert.equal((await line.type('erase', '--phone', phone, '--export', file)).code, 1);
    const none = await line.type('erase', '--phone', phone, '--account', '99');
    assert.equal(none.code, 1);
  });
});
