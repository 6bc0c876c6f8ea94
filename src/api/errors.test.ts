import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { ErrorReply } from './errors/error-reply.ts';
import { operationErrors } from './errors/operations.ts';
import { errors, helpOf } from './errors.ts';

const names = (sentence: string): readonly string[] =>
  (sentence.match(/\{\w+\}/g) ?? []).toSorted();

suite('every refusal', () => {
  for (const [word, reply] of Object.entries<ErrorReply>(errors)) {
    test(word, () => {
      assert.deepEqual(names(reply.en), names(reply.fr), 'both languages name the same');
      for (const sentence of [reply.en, reply.fr, reply.fix.en, reply.fix.fr]) {
        assert.match(sentence, /\S\.$/);
      }
      assert.doesNotMatch(reply.fix.en + reply.fix.fr, /\{\w/, 'a fix is said without details');
      assert.ok(reply.status >= 400 && reply.status < 600);
      assert.ok(reply.code > 0);
    });
  }
});

const said = (language: 'en' | 'fr'): string =>
  errors['limit is reached'][language].replace('{rule}', 'a day').replace('{max}', '5');

suite('a refusal that was noted', () => {
  test('is said in both languages, whichever its client reads', () => {
    const { says } = helpOf('limit is reached', said('en')) ?? {};
    assert.deepEqual(says, { en: said('en'), fr: said('fr') });
    assert.deepEqual(helpOf('limit is reached', said('fr'))?.says, says);
  });

  test('of which the words have changed since is said as it was', () => {
    const says = { en: 'As it once was.', fr: 'As it once was.' };
    assert.deepEqual(helpOf('limit is reached', says.en)?.says, says);
    assert.equal(helpOf('limit is reached', '')?.says, null);
    assert.equal(helpOf('toString', ''), undefined);
  });
});

test('each word stands in one table, and no table is left out', async () => {
  const folder = path.join(import.meta.dirname, 'errors');
  const files = await Array.fromAsync(glob('*.ts', { cwd: folder }));
  const sources = files.filter((file) => !file.endsWith('.test.ts') && file !== 'operations.ts');
  const tables = await Promise.all(sources.map((file) => tablesIn(path.join(folder, file))));
  const words = tables.flat().flatMap((table) => Object.keys(table));
  // What an operation refuses may have a line of its own where the interface fixes its code.
  const ofOperations = Object.keys(operationErrors).filter((word) => !words.includes(word));
  assert.deepEqual([...words, ...ofOperations].toSorted(), Object.keys(errors).toSorted());
});

async function tablesIn(file: string): Promise<readonly object[]> {
  return Object.values((await import(file)) as Readonly<Record<string, object>>);
}
