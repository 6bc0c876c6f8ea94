/** What nothing in the program guards: it ends, says so in one line, and its supervisor starts it again. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { loggedBy, openParleyFolder } from '#test/harness/parley-process.ts';

/** A module that the process loads first: on SIGUSR2 it fails where nobody catches. */
const failing = (how: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(`process.once('SIGUSR2', () => { ${how} })`)}`;

suite('a failure outside all boundaries', () => {
  for (const [origin, how] of [
    ['uncaughtException', `throw new Error('The roof fell in')`],
    ['unhandledRejection', `Promise.reject(new Error('The roof fell in'))`],
  ] as const) {
    test(`(${origin}) ends the process with 1 and one line, and the next start works`, async () => {
      await using folder = await openParleyFolder({ PARLEY_LOG: 'error' });
      const child = folder.spawn(['serve'], { environment: { NODE_OPTIONS: failing(how) } });
      const ended = once(child, 'exit');
      await once(child.stdout, 'data');
      child.kill('SIGUSR2');
      const line = await loggedBy(child, 'process.failed');
      const { level, error, reason, exitCode } = line;
      assert.deepEqual(
        { level, origin: line['origin'], error, reason, exitCode },
        { level: 'error', origin, error: 'Error', reason: 'The roof fell in', exitCode: 1 },
      );
      assert.deepEqual(await ended, [1, null]);
      const server = await folder.serve();
      assert.equal((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status, 200);
    });
  }
});
