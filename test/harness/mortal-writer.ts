/**
 * Loaded with `node --import` into every thread of a program under test: its writer of the database then dies
 * where a batch holds the word that says so, as it reads the batch, before anything is committed or answered.
 */
import { isMainThread, workerData } from 'node:worker_threads';

const isWriter =
  !isMainThread && typeof (workerData as { readonly file?: unknown } | null)?.file === 'string';

// Not the port's own event: the writer also takes batches that wait, for which there is none.
if (isWriter) {
  const { parse } = JSON;
  JSON.parse = (...given: Parameters<typeof parse>): unknown => {
    const [text] = given;
    if (text.includes('WRITER-THROWS')) throw new Error('The writer was told to die');
    if (text.includes('WRITER-EXITS')) process.exit(9);
    return parse(...given);
  };
}
