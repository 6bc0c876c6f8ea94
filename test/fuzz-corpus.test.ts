/** Each input that once broke something, and each that the fuzzers begin with, goes through its decoder again. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { readCorpus } from './fuzz/engine/corpus.ts';
import { targets } from './fuzz/targets.ts';

suite('inputs that once broke a decoder are read or refused', () => {
  for (const target of targets) {
    test(target.name, async () => {
      for (const octets of [...target.seeds, ...readCorpus('broken', target.name)]) {
        await target.read(Buffer.from(octets));
      }
    });
  }
});

test('every kept input belongs to a decoder', () => {
  const folder = path.join(import.meta.dirname, '..', 'fixtures', 'fuzz');
  const names = new Set(targets.map(({ name }) => name));
  const strangers = readdirSync(folder).filter((name) => !names.has(name));
  assert.deepEqual(strangers, []);
});
