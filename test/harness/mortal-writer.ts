/**
 * Loaded with `node --import` into every thread of a program under test: its writer of the database then dies
 * where a batch holds the word that says so.
 */
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

const words = new Map([
  ['WRITER-THROWS', die],
  ['WRITER-EXITS', () => process.exit(9)],
]);

const isWriter =
  !isMainThread && typeof (workerData as { readonly file?: unknown } | null)?.file === 'string';
if (isWriter) {
  parentPort?.on('message', (message) => {
    for (const [word, end] of words) if (String(message).includes(word)) end();
  });
}

/**
 * A port calls its other listeners although one has thrown, so the writer's own listener is what throws: as it
 * reads the batch, before anything is committed or answered.
 */
function die(): void {
  JSON.parse = () => {
    throw new Error('The writer was told to die');
  };
}
