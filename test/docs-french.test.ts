/** Each page of the documentation says in French what it says in English: section by section, with the same programs. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type Block, type Inline, parseMarkdown } from '../dashboard/pages/docs/markdown.ts';

const docs = path.join(import.meta.dirname, '..', 'docs');

/** Two print what the program says of itself in a terminal, which is English; two hold measured and simulated figures. */
const englishAlone = ['benchmarks.md', 'commands.md', 'configuration.md', 'scaling.md'];

const pages = (await Array.fromAsync(glob('*.md', { cwd: docs }))).toSorted();
const french = (await Array.fromAsync(glob('*.md', { cwd: path.join(docs, 'fr') }))).toSorted();

test('every page is there in French, but for those in English alone', () => {
  assert.deepEqual([...french, ...englishAlone].toSorted(), pages);
});

for (const page of french) {
  suite(`docs/fr/${page}`, async () => {
    const [here, there] = await Promise.all([read(`fr/${page}`), read(page)]);

    test('has the same sections, paragraphs, lists and tables, in the same order', () => {
      assert.deepEqual(here.blocks.map(shapeOf), there.blocks.map(shapeOf));
    });

    test('shows the same programs, sign by sign', () => {
      assert.deepEqual(programsIn(here.text), programsIn(there.text));
    });

    test('links to the same places', async () => {
      assert.deepEqual(
        (await Promise.all(linksIn(here.blocks).map((to) => placeOf(to, `fr/${page}`)))).toSorted(),
        (await Promise.all(linksIn(there.blocks).map((to) => placeOf(to, page)))).toSorted(),
      );
    });

    test('names the same code in the cells of each row', () => {
      assert.deepEqual(here.blocks.flatMap(codeInRows), there.blocks.flatMap(codeInRows));
    });

    test('is written with the apostrophe and the spaces of French', () => {
      const prose = here.text.replace(/^```.*?^```$|`[^`\n]*`|\]\([^)\s]*\)|Authorization:/gms, '');
      assert.doesNotMatch(prose, /'/);
      assert.deepEqual(prose.match(/.{0,20}[\p{L}\p{N})](?:[!?;»]|:(?=\s|$))/gmu), null);
    });
  });
}

async function read(file: string) {
  const text = await readFile(path.join(docs, file), 'utf8');
  return { text, blocks: parseMarkdown(text) };
}

function shapeOf(block: Block): string {
  if (block.kind === 'heading') return `heading ${block.level}`;
  if (block.kind === 'list') return `list of ${block.items.length}`;
  if (block.kind === 'table') return `table of ${block.head.length} by ${block.rows.length}`;
  return block.kind;
}

function programsIn(text: string): readonly string[] {
  return text.match(/^```.*?^```$/gms) ?? [];
}

function linesOf(block: Block): readonly (readonly Inline[])[] {
  if (block.kind === 'list') return block.items;
  if (block.kind === 'table') return [block.head, ...block.rows].flat();
  return block.kind === 'programs' ? [] : [block.of];
}

function linksIn(blocks: readonly Block[]): readonly string[] {
  const inlines = blocks.flatMap(linesOf).flat();
  return inlines.flatMap((one) => (one.kind === 'link' ? [one.to] : []));
}

/** An anchor is the number of its section: each language names it in its own words. */
async function placeOf(link: string, from: string): Promise<string> {
  if (link.startsWith('https://')) return link;
  const [named = '', anchor] = link.split('#');
  const file = named === '' ? from : path.join(path.dirname(from), named);
  // What has no French page is linked to in English.
  const place = file.replace(/^fr\//, '');
  if (anchor === undefined) return place;
  const sections = (await read(file)).blocks.filter((block) => block.kind === 'heading');
  return `${place}#${sections.findIndex(({ id }) => id === anchor)}`;
}

/** Names of settings, parameters and commands are not said in another language. */
function codeInRows(block: Block): readonly string[] {
  if (block.kind !== 'table') return [];
  return block.rows.map((row) =>
    row
      .flat()
      .flatMap((one) => (one.kind === 'code' ? [one.text] : []))
      .toSorted()
      .join(' '),
  );
}
