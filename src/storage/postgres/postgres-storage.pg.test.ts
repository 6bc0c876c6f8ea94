import { suite } from 'node:test';
import { openOnServer, withoutServer } from '#test/harness/postgres-server.ts';
import { exerciseStorage } from '../conformance.ts';

suite('on a server', { skip: withoutServer }, () => exerciseStorage('PostgreSQL', openOnServer));
