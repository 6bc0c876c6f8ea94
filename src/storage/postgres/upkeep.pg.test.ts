import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { makeDatabase, openPool, withoutServer } from '#test/harness/postgres-server.ts';
import { queueUpkeep } from './upkeep.ts';

suite('the upkeep of the queue', { skip: withoutServer }, () => {
  test('clears the rows that are dead once there are many, and leaves the others', async () => {
    await using database = await makeDatabase();
    await using pool = await openPool(database.address);
    // The server's own would be as good, and nobody could tell the two apart.
    await database.run('ALTER TABLE job SET (autovacuum_enabled = false)');
    await database.run(`INSERT INTO job (id, lane, due_at, attempt, expires_at, subject)
      SELECT i, 'sms/1', 1, 0, 1, 1 FROM generate_series(1, 12000) AS i`);
    await database.run('DELETE FROM job WHERE id > 5');
    const dead = async () => {
      const [row] = await database.run(
        "SELECT pg_stat_get_dead_tuples('job'::regclass)::int AS dead",
      );
      return (row as { dead: number }).dead;
    };
    while ((await dead()) < 11_000) await systemClock.sleep(10);
    await using upkeep = queueUpkeep({ pool, clock: systemClock, log: openLog('silent') });
    upkeep.start();
    while ((await dead()) > 100) await systemClock.sleep(10);
    assert.equal((await database.run('SELECT 1 FROM job')).length, 5);
  });
});
