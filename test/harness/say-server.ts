/** Says before the tests whether a PostgreSQL server answers, on which their cases depend. */
import { withoutServer } from './postgres-server.ts';

process.stdout.write(
  withoutServer === false
    ? 'PostgreSQL: a server answers; the cases that need one run.\n'
    : `PostgreSQL: SKIPPED, ${withoutServer}; the storage's suite runs on PGlite.\n`,
);
