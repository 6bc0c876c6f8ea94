/** The words of the decoders themselves: what their sources compare with, as texts and in patterns. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Taken } from './coverage.ts';

const texts = /'((?:[^'\\\n]|\\.){1,40})'/g;
const patterns = /\/\^?((?:[^/\\\n]|\\.){2,200})\/[a-z]*[.,;)]/g;
const wordsMax = 2_000;
const root = path.join(import.meta.dirname, '../../..');

/** Of the files of ours in which something ran. */
export function wordsOf(taken: Taken): readonly Buffer[] {
  return wordsIn(
    taken
      .map(({ url }) => url)
      .filter((url) => url.includes('/src/'))
      .map((url) => fileURLToPath(url)),
  );
}

/** Of all files below a folder of ours. */
export function wordsBelow(folder: string): readonly Buffer[] {
  return wordsIn(globSync(`${folder}/**/*.ts`, { cwd: root }).map((file) => path.join(root, file)));
}

function wordsIn(files: readonly string[]): readonly Buffer[] {
  const words = new Set<string>();
  for (const file of new Set(files)) {
    const source = readFileSync(file, 'utf8').replaceAll(/^import .*$/gm, '');
    for (const [, text = ''] of source.matchAll(texts)) words.add(unescaped(text));
    for (const [, pattern = ''] of source.matchAll(patterns)) {
      for (const [word] of pattern.matchAll(/[A-Za-z][\w-]{2,}|[^\w\s\\]/g)) words.add(word);
    }
  }
  return [...words].slice(0, wordsMax).map((word) => Buffer.from(word));
}

function unescaped(text: string): string {
  return text
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replaceAll('\\0', '\0')
    .replaceAll(/\\(.)/g, '$1');
}
