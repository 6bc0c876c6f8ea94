/** A folder whose installation has moved says so, in a file that people can read and delete. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StorageRefused } from '../storage-refused.ts';

const markFile = 'moved.txt';

export function markMoved(folder: string, place: string, atMs: number): void {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const text = `It was moved to ${place} on ${day}.
What happens from then on is there alone. To use this folder all the same, delete this file.
`;
  writeFileSync(path.join(folder, markFile), text, { mode: 0o600, flush: true });
}

/** Throws `StorageRefused` where the mark stands. */
export function refuseMoved(folder: string): void {
  const file = path.join(folder, markFile);
  if (!existsSync(file)) return;
  const [sentence] = readFileSync(file, 'utf8').split('\n');
  throw new StorageRefused(
    `The installation in ${folder} is no longer the one in use. ${sentence} ` +
      `To use it all the same, delete its ${markFile}`,
  );
}
