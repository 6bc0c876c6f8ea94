/** docs/glossary.md as a test: each term is said in the file that is its home, so that a search for it finds the place. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '..');
const page = await readFile(path.join(root, 'docs/glossary.md'), 'utf8');
const rows = [...page.matchAll(/^\| (?<term>[^|]+?) +\| [^|]+ \| `(?<file>[^`]+)` +\|$/gm)].map(
  ({ groups }) => ({ term: groups?.['term'] ?? '', file: groups?.['file'] ?? '' }),
);

test('the glossary has its terms, each once', () => {
  assert.ok(rows.length > 20, `${rows.length} rows were read`);
  assert.equal(new Set(rows.map(({ term }) => term)).size, rows.length);
});

for (const { term, file } of rows) {
  test(`${term} is said in src/${file}`, async () => {
    const text = await readFile(path.join(root, 'src', file), 'utf8');
    // A term may run over the end of a line of a comment.
    const prose = text.replace(/\n \* /g, ' ').toLowerCase();
    assert.ok(prose.includes(term.toLowerCase()), `src/${file} never says “${term}”`);
  });
}
