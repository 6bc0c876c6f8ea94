import { suite } from 'node:test';
import { exerciseSharing, exerciseStorage } from '#test/conformance/exercise-storage.ts';
import { openOnServer, openPairOnServer, withoutServer } from '#test/harness/postgres-server.ts';

suite('on a server', { skip: withoutServer }, () => {
  exerciseStorage('PostgreSQL', openOnServer);
  exerciseSharing('PostgreSQL', openPairOnServer, { supportsHints: true });
});
