import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { ErrorReply } from './errors/error-reply.ts';
import { errors } from './errors.ts';

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

test('each word stands in one table, and no table is left out', async () => {
  const folder = path.join(import.meta.dirname, 'errors');
  const files = await Array.fromAsync(glob('*.ts', { cwd: folder }));
  const tables = await Promise.all(files.map((file) => tablesIn(path.join(folder, file))));
  const words = tables.flat().flatMap((table) => Object.keys(table));
  assert.deepEqual(words.toSorted(), Object.keys(errors).toSorted());
});

async function tablesIn(file: string): Promise<readonly object[]> {
  return Object.values((await import(file)) as Readonly<Record<string, object>>);
}
