/** What comes with the program, found where it stands. The executable's own smoke test looks into the other place. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { ownFilesIn, readOwnFile, startOwnThread } from './own-files.ts';

test('files of a folder are listed by name and read', async () => {
  using folder = temporaryFolder();
  await writeFile(path.join(folder.path, 'b.txt'), 'é');
  await writeFile(path.join(folder.path, 'a.txt'), '');
  const place = pathToFileURL(`${folder.path}/`);
  assert.deepEqual(ownFilesIn(place), ['a.txt', 'b.txt']);
  assert.equal(readOwnFile(new URL('b.txt', place)).toString(), 'é');
});

test('a folder that is not there is empty, a missing file an error', async () => {
  using folder = temporaryFolder();
  const place = pathToFileURL(`${folder.path}/nothing/`);
  assert.deepEqual(ownFilesIn(place), []);
  assert.throws(() => readOwnFile(new URL('a.txt', place)), /ENOENT/);
});

test('a module runs in a thread of its own with what it was given', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'thread.mjs');
  const text = `import { parentPort, workerData } from 'node:worker_threads';
    parentPort.postMessage(workerData + 1);`;
  await writeFile(file, text);
  const worker = startOwnThread(pathToFileURL(file), { workerData: 6 });
  assert.deepEqual(await once(worker, 'message'), [7]);
  await once(worker, 'exit');
});
