/** Both languages say the same things, and nothing is said outside the catalogues. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type Catalogue, countText, fill, type Text } from './texts.ts';

const here = import.meta.dirname;
const files = (await Array.fromAsync(glob('*.ts', { cwd: here }))).filter(
  (file) => !file.endsWith('.test.ts') && file !== 'texts.ts',
);

suite('the catalogues', () => {
  for (const file of files) {
    test(`${file} says the same in both languages`, async () => {
      const exported = (await import(path.join(here, file))) as Readonly<Record<string, unknown>>;
      const catalogues = Object.values(exported).filter(isCatalogue);
      assert.ok(catalogues.length > 0, 'no catalogue is exported');
      for (const { en, fr } of catalogues) {
        assert.deepEqual(Object.keys(fr), Object.keys(en));
        for (const [key, text] of Object.entries(en)) {
          assert.deepEqual(namesIn(fr[key] ?? ''), namesIn(text), key);
        }
      }
    });

    test(`${file} spaces French signs as French does`, async () => {
      const exported = (await import(path.join(here, file))) as Readonly<Record<string, unknown>>;
      for (const { fr } of Object.values(exported).filter(isCatalogue)) {
        for (const [key, text] of Object.entries(fr)) {
          for (const form of formsOf(text)) {
            assert.doesNotMatch(form, unspaced, `${key}: a space stands before : ; ! ?`);
            assert.doesNotMatch(form, /'/, `${key}: the apostrophe is ’`);
          }
        }
      }
    });
  }
});

suite('pages and components', () => {
  test('hold no text of their own', async () => {
    const root = path.join(here, '..');
    const pages = await Array.fromAsync(glob('**/*.tsx', { cwd: root }));
    assert.ok(pages.length > 0);
    for (const page of pages) {
      const source = await readFile(path.join(root, page), 'utf8');
      const found = source
        .split('\n')
        .filter(
          (line) =>
            (textBetween.test(line) && !/<(?:Code|Kbd)\b/.test(line)) || textInside.test(line),
        );
      assert.deepEqual(found, [], `${page} says something that stands in no catalogue`);
    }
  });
});

/** In addresses and times a colon has none. */
const unspaced = /[\p{L}\p{N}](?:[!?;]|:(?=\s|$))/u;

/** Words between two tags, or alone on the line of a tag's child. */
const textBetween =
  /<\w[^<>]*>\s*[A-Za-zÀ-ÿ]{2,}[^<>{}=]*<\/|^\s+[A-Z][a-zà-ÿ]+(?: [a-zà-ÿ’]+)+[.!?]?$/;
/** Properties that people read. */
const textInside = /\b(?:label|title|placeholder|description|aria-label|alt)="[^"]*[A-Za-zÀ-ÿ]{2,}/;

suite('a text', () => {
  test('gets its values, and shows a name that has none', () => {
    assert.equal(fill('{a} of {b}, {c}', { a: 1, b: 'x' }), '1 of x, {c}');
  });

  test('takes the form that its language has for a number', () => {
    const form = { one: '{count} segment', other: '{count} segments' };
    assert.equal(countText(form, 0, 'en'), '0 segments');
    assert.equal(countText(form, 0, 'fr'), '0 segment');
    assert.equal(countText(form, 1_200, 'en'), '1,200 segments');
  });
});

function isCatalogue(value: unknown): value is Catalogue {
  return typeof value === 'object' && value !== null && 'en' in value && 'fr' in value;
}

function formsOf(text: Text): readonly string[] {
  return typeof text === 'string' ? [text] : [text.one, text.other];
}

function namesIn(text: Text): readonly string[] {
  const names = formsOf(text).flatMap((form) =>
    [...form.matchAll(/\{\w+\}/g)].map(([name]) => name),
  );
  return [...new Set(names)].toSorted();
}
