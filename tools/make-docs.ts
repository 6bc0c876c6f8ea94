/** Writes the pages of `docs/` that tables of the program know better: `npm run docs`; a test compares them. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generatedPages } from './generated-docs.ts';

const folder = path.join(import.meta.dirname, '..', 'docs');
for (const [file, text] of Object.entries(generatedPages())) {
  await writeFile(path.join(folder, file), text);
}
