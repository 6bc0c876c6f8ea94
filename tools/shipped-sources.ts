/** What of src/ goes to users: all but the tests. By their paths from the root. */
import { glob } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

export async function shippedSources(): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const file of glob('src/**/*', { cwd: root, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const name = path.relative(root, path.join(file.parentPath, file.name));
    if (name.endsWith('.test.ts')) continue;
    names.push(name);
  }
  return names.toSorted();
}
