/** Writes the types of the TypeScript client: `node tools/make-client.ts`; a test compares them. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clientTypes } from './client-types.ts';

const folder = path.join(import.meta.dirname, '..', 'clients', 'typescript', 'src');
await writeFile(path.join(folder, 'commands.ts'), clientTypes());
