import { suite } from 'node:test';
import { openOnServer, openPairOnServer, withoutServer } from '#test/harness/postgres-server.ts';
import { exerciseSharing, exerciseStorage } from '../conformance.ts';

suite('on a server', { skip: withoutServer }, () => {
  exerciseStorage('PostgreSQL', openOnServer);
  exerciseSharing('PostgreSQL', openPairOnServer, { supportsHints: true });
});
