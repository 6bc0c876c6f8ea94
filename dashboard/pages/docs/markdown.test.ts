/** What the pages of docs/ are written in is understood, and nothing of them is lost. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type Block, type Inline, parseInline, parseMarkdown, wordsOf } from './markdown.ts';

suite('a page', () => {
  test('is headings, paragraphs, lists, tables and programs', () => {
    const blocks = parseMarkdown(
      '# Top\n\nOne line\nand its rest.\n- a\n- b\n  of two lines\n\n1. first\n\n| A | B |\n| --- | --- |\n| `x\\|y` | z |\n',
    );
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ['heading', 'paragraph', 'list', 'list', 'table'],
    );
    assert.deepEqual(blocks.map(said), [
      'Top',
      'One line and its rest.',
      'a/b of two lines',
      'first',
      'A/B/x|y/z',
    ]);
  });

  test('shows the same program in several languages as one, and its answer apart', () => {
    const page = '```sh run\na\n```\n\n```php run\n<?php\n# b\n```\n\n```json answer\n{}\n```\n';
    assert.deepEqual(parseMarkdown(page), [
      {
        kind: 'programs',
        programs: [
          { language: 'sh', text: 'a' },
          { language: 'php', text: '<?php\n# b' },
        ],
      },
      { kind: 'programs', programs: [{ language: 'json', text: '{}' }] },
    ]);
  });

  test('has anchors as those that its links name', () => {
    const [heading] = parseMarkdown('## What `it` is: Kannel’s?\n');
    assert.equal(heading?.kind === 'heading' && heading.id, 'what-it-is-kannels');
  });

  test('ends where a program has no end', () => {
    assert.deepEqual(parseMarkdown('```sh\na'), [
      { kind: 'programs', programs: [{ language: 'sh', text: 'a' }] },
    ]);
  });
});

test('a line has code, strong words, and links with code in them', () => {
  assert.deepEqual(parseInline('See [`a`](#b), `c [d](e)`, **g** and [f'), [
    { kind: 'text', text: 'See ' },
    { kind: 'link', to: '#b', of: [{ kind: 'code', text: 'a' }] },
    { kind: 'text', text: ', ' },
    { kind: 'code', text: 'c [d](e)' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'g' },
    { kind: 'text', text: ' and [f' },
  ] satisfies Inline[]);
});

const docs = path.join(import.meta.dirname, '..', '..', '..', 'docs');
for await (const file of glob('{*.md,fr/*.md}', { cwd: docs })) {
  test(`docs/${file} loses no word`, async () => {
    const text = await readFile(path.join(docs, file), 'utf8');
    const shown = lettersOf(parseMarkdown(text).map(said).join(' '));
    // Addresses of links and the languages of programs are not shown as words.
    const written = text
      .replace(/^```.*$/gm, '')
      .replace(/(?<=\])\([^()\s]+\)/g, '')
      .replace(/^\d+\. /gm, '');
    assert.equal(shown, lettersOf(written));
  });
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

function said(block: Block): string {
  if (block.kind === 'list') return block.items.map(wordsOf).join('/');
  if (block.kind === 'programs') return block.programs.map(({ text }) => text).join('/');
  if (block.kind !== 'table') return wordsOf(block.of);
  return [block.head, ...block.rows].flatMap((row) => row.map(wordsOf)).join('/');
}
