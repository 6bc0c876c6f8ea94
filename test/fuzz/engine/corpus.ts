/** Inputs in files: those that once broke something, replayed by every test run, and those that reached far. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** `broken` is kept with the sources, `reached` on this machine alone. */
export type Shelf = 'broken' | 'reached';

const shelves: Readonly<Record<Shelf, string>> = {
  broken: path.join(root, 'fixtures', 'fuzz'),
  reached: path.join(root, 'dist', 'fuzz'),
};

export function readCorpus(shelf: Shelf, name: string): readonly Buffer[] {
  const folder = path.join(shelves[shelf], name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(path.join(folder, file)));
}

/** Answers where it stands. */
export function keepInput(shelf: Shelf, name: string, octets: Buffer): string {
  const folder = path.join(shelves[shelf], name);
  mkdirSync(folder, { recursive: true });
  const file = createHash('sha256').update(octets).digest('hex').slice(0, 16);
  writeFileSync(path.join(folder, file), octets);
  return path.relative(root, path.join(folder, file));
}
