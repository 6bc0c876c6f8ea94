import { after, suite } from 'node:test';
import { exerciseStorage } from '#test/conformance/exercise-storage.ts';
import { openPglite } from '#test/harness/pglite.ts';
import { serverAnswers } from '#test/harness/postgres-server.ts';

// A server is the real thing.
const skip = serverAnswers ? 'a PostgreSQL server answers, which runs the same suite' : false;

suite('in process', { skip }, async () => {
  const pglite = await openPglite();
  after(() => pglite[Symbol.asyncDispose]());
  exerciseStorage('PGlite', pglite.open);
});
