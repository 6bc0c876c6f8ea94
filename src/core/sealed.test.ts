import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { openMasterKey, UnreadableMasterKey } from './master-key.ts';
import { createSealer, SealBroken } from './sealed.ts';

const sealer = createSealer(Buffer.alloc(32, 7));
const place = 'webhook_endpoint/7/secret';

suite('a sealed text', () => {
  test('opens where it was sealed, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(sealer.open(sealer.seal(text, place), place), text);
      }),
    );
  });

  test('looks different each time and names its form and key', () => {
    const [first, second] = [sealer.seal('secret', place), sealer.seal('secret', place)];
    assert.notEqual(first, second);
    assert.match(first, /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
  });

  test('does not open in another place', () => {
    const sealed = sealer.seal('secret', place);
    assert.throws(() => sealer.open(sealed, 'webhook_endpoint/8/secret'), SealBroken);
  });

  test('does not open with another key, and says whose it is', () => {
    const sealed = createSealer(Buffer.alloc(32, 8)).seal('secret', place);
    assert.throws(() => sealer.open(sealed, place), /sealed with key [0-9a-f]{8}, the one/);
  });

  test('does not open once a character has changed, nor when it never was one', () => {
    const sealed = sealer.seal('secret', place);
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    assert.throws(() => sealer.open(changed, place), SealBroken);
    fc.assert(
      fc.property(fc.string(), (text) => assert.throws(() => sealer.open(text, place), SealBroken)),
    );
  });
});

suite('the master key', () => {
  test('is made once, for its owner alone, and read again after', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'parley-'));
    const file = path.join(folder.path, 'master.key');
    const made = await Promise.all([openMasterKey(file), openMasterKey(file)]);
    assert.deepEqual(made[0], made[1]);
    assert.deepEqual(await openMasterKey(file), made[0]);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(folder.path), ['master.key']);
    assert.equal((await readFile(file, 'utf8')).length, 45);
  });

  test('is refused when the file holds something else', async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'parley-'));
    const file = path.join(folder.path, 'master.key');
    await writeFile(file, 'not a key');
    await assert.rejects(openMasterKey(file), UnreadableMasterKey);
  });

  test('in a folder that is not there is an error, not a silent new key', async () => {
    await assert.rejects(openMasterKey('/nowhere/at/all/master.key'), /ENOENT/);
  });
});

test('a derived key is the same each time, and another for each use and master key', () => {
  const key = sealer.deriveKey('parley mail tokens');
  assert.equal(key.length, 32);
  assert.deepEqual(key, sealer.deriveKey('parley mail tokens'));
  assert.notDeepEqual(key, sealer.deriveKey('parley links'));
  assert.notDeepEqual(key, createSealer(Buffer.alloc(32, 8)).deriveKey('parley mail tokens'));
});
