/** The pages for people who change the program name files: each is there, and each page of a decision is in the list. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '..');
const decisions = (await Array.fromAsync(glob('docs/decisions/*.md', { cwd: root }))).toSorted();
const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/benchmarks.md', ...decisions];

/** A file by its name, or a folder by its slash. Names with a part to fill in are none. */
const names = /`(?<name>[\w.-]+(?:\/[\w.-]+)*(?:\.(?:ts|tsx|sql|md|csv|css)|\/))`/g;

/** Where a list, a table's row or a paragraph begins: a bare name stands in a folder that was named since. */
const beginnings = /\n(?=\n|\d+\. |- |\|)/;

function missingIn(block: string): readonly string[] {
  const folders: string[] = ['', 'src'];
  return [...block.matchAll(names)].flatMap(({ groups }) => {
    const name = groups?.['name'] ?? '';
    const home = folders.find((folder) => existsSync(path.join(root, folder, name)));
    if (home === undefined) return [name];
    folders.push(path.join(home, name.endsWith('/') ? name : path.dirname(name)));
    return [];
  });
}

for (const page of pages) {
  test(`${page} names files that are there`, async () => {
    const text = await readFile(path.join(root, page), 'utf8');
    assert.deepEqual(text.split(beginnings).flatMap(missingIn), []);
  });
}

test('the map names files of every room, and the ten questions have answers', async () => {
  assert.ok((await countIn('ARCHITECTURE.md')) > 100);
  assert.ok((await countIn('CONTRIBUTING.md')) > 15);
});

async function countIn(page: string): Promise<number> {
  return [...(await readFile(path.join(root, page), 'utf8')).matchAll(names)].length;
}

test('a bare name is looked for in the folders named before it', () => {
  assert.deepEqual(missingIn('`sms/sending/judge.ts` and `draft.ts`'), []);
  assert.deepEqual(missingIn('`draft.ts` and `sms/sending/judge.ts`'), ['draft.ts']);
});

test('the list of decisions has each of them, numbered without a gap', async () => {
  const list = await readFile(path.join(root, 'docs/decisions/README.md'), 'utf8');
  const listed = [...list.matchAll(/\]\((?<file>\d{4}-[a-z0-9-]+\.md)\)/g)].map(
    ({ groups }) => groups?.['file'] ?? '',
  );
  const there = decisions.map((file) => path.basename(file)).filter((file) => file !== 'README.md');
  assert.deepEqual(listed, there);
  assert.deepEqual(
    there.map((file) => Number(file.slice(0, 4))),
    there.map((_, index) => index + 1),
  );
});
