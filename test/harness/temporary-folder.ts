/** A folder that goes when its test ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type TemporaryFolder = Disposable & { readonly path: string };

export function temporaryFolder(): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-'));
  return {
    path: folder,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
