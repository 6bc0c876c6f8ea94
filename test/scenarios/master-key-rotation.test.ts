/** Another master key takes the place of the one in use, while an installation goes on with its secrets. */
import assert from 'node:assert/strict';
import { copyFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sealedWith } from '#core/sealed.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import { until } from '#test/harness/pause.ts';

/** Starts and ends a server with that key; what it says where it does not start. */
async function startsWith(parley: ParleyFolder, key: string): Promise<string> {
  const child = parley.spawn(['serve'], { environment: { PARLEY_MASTER_KEY_FILE: key } });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    if (/http:\/\/localhost/.test(String(chunk))) break;
  }
  child.kill('SIGTERM');
  await new Promise((resolve) => {
    if (child.exitCode === null) child.once('close', resolve);
    else resolve(undefined);
  });
  return said;
}

/** The sealing key of the demo account's test key. */
function keyInUse({ path: folder }: ParleyFolder): string | undefined {
  using db = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
  const row = db.prepare("SELECT value FROM setting WHERE name = 'demo.test_key'").get();
  return sealedWith(String(row?.['value']));
}

test('a new master key opens what the old one sealed, and the old one is of no use any more', async () => {
  await using parley = await openParleyFolder({ PARLEY_MAIL_CATCHER_PORT: '0' });
  const server = await parley.serve();
  const shownKey = /test_\w+/.exec(server.said)?.[0];
  const [oldKey, newKey] = ['old.key', 'new.key'].map((name) => path.join(parley.path, name));
  assert.ok(oldKey !== undefined && newKey !== undefined);
  await copyFile(path.join(parley.path, 'master.key'), oldKey);

  // While the server runs.
  const rotated = await parley.run(['secrets', 'rotate', newKey]);
  assert.equal(rotated.code, 0, rotated.err);
  assert.equal((await stat(newKey)).mode & 0o777, 0o600);
  const repeated = await parley.run(['secrets', 'rotate', newKey]);
  assert.equal(repeated.code, 1);
  assert.match(repeated.err, /new\.key exists already/);
  server.signal('SIGTERM');
  assert.deepEqual(await server.end, [0, null]);

  // Both open it meanwhile.
  assert.equal(await startsWith(parley, oldKey), '');
  assert.equal(await startsWith(parley, newKey), '');
  const retired = await parley.run(['secrets', 'retire', '--master-key-file', newKey]);
  assert.deepEqual([retired.code, retired.err], [0, '']);
  assert.match(
    await startsWith(parley, oldKey),
    /^parley: This is the master key \w{8}, and the secrets/,
  );

  await rename(newKey, path.join(parley.path, 'master.key'));
  const sealing = keyInUse(parley);
  const served = await parley.serve();
  assert.equal(/test_\w+/.exec(served.said)?.[0], shownKey, 'what was sealed opens');
  // Who had the old key may have the sealing key that it opened: another one takes its place, however often that is broken off.
  await until(async () => (keyInUse(parley) === sealing ? undefined : true));
  served.signal('SIGKILL');
  await served.end;
  const again = await parley.serve();
  assert.equal(/test_\w+/.exec(again.said)?.[0], shownKey, 'what was sealed anew opens');
  again.signal('SIGTERM');
  await again.end;
  const { out } = await parley.run(['audit', 'list', '--json']);
  assert.match(out, /master_key\.rotate/);
  assert.match(out, /master_key\.retire/);
  assert.match(out, /sealing_key\.activate/);
});
