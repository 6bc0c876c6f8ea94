/** The pages for people who change the program: the files that they name are there, and a newcomer finds the answers. */
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

test('each command that a measurement names is there', async () => {
  const text = await readFile(path.join(root, 'docs/benchmarks.md'), 'utf8');
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const benches = await readFile(path.join(root, 'bench/bench.ts'), 'utf8');
  const commands = [...text.matchAll(/`npm run (?<script>[\w:-]+)(?: -- (?<bench>[\w-]+))?/g)];
  assert.ok(commands.length > 15, `${commands.length} were read`);
  const missing = commands.filter(({ groups }) => {
    const script = groups?.['script'] ?? '';
    const isThere = scripts[script] !== undefined;
    return script === 'bench' ? !benches.includes(` ${groups?.['bench']} `) : !isThere;
  });
  assert.deepEqual(
    missing.map(([command]) => command),
    [],
  );
});

test('the map is read: it names more than a hundred files', async () => {
  const map = await readFile(path.join(root, 'ARCHITECTURE.md'), 'utf8');
  assert.ok([...map.matchAll(names)].length > 100);
});

const sources = await Promise.all(
  (await Array.fromAsync(glob('src/**/*.{ts,sql}', { cwd: root })))
    .filter((file) => !file.endsWith('.test.ts'))
    .map(async (file) => {
      // A phrase may run over the end of a line of a comment.
      const text = (await readFile(path.join(root, file), 'utf8')).replace(/\n \* /g, ' ');
      return { file: file.replaceAll(path.sep, '/'), text: text.toLowerCase() };
    }),
);
const guide = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const questions = [
  ...guide.matchAll(/^\| (?<asked>[^|]+\?) +\| (?<words>[^|]+?) +\| `(?<file>[^`]+)` +\|$/gm),
].map(({ groups }) => ({
  asked: groups?.['asked']?.trim() ?? '',
  words: groups?.['words'] ?? '',
  file: groups?.['file'] ?? '',
}));

/** More than a reader looks through. */
const foundMax = 5;

test('the questions of a newcomer are read', () => {
  assert.ok(questions.length >= 10, `${questions.length} were read`);
});

for (const { asked, words, file } of questions) {
  test(`where ${asked} one search, or two folders`, () => {
    const found = sources.filter(({ text }) => text.includes(words.toLowerCase()));
    const files = found.map((source) => source.file);
    assert.ok(files.includes(file), `“${words}” is not in ${file}`);
    assert.ok(files.length <= foundMax, `“${words}” is in ${files.join(', ')}`);
    assert.match(file, /^src\/(?:[\w-]+\/){0,2}[\w.-]+$/);
  });
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
