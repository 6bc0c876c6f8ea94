/**
 * Clears the queue's table of its dead rows, whatever the server's own autovacuum is set to: that looks
 * once a minute at best, and on a server of many databases far less often. In four minutes without it
 * 360,000 dead rows stood beside 1,600 living ones, and every walk over a lane went past them.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { Pool } from './pool.ts';
import type { Statement } from './statement.ts';

/** So many come in a few seconds of a busy hour; fewer are not felt. */
const deadRowsMax = 10_000;
const everyMs = 10_000;

const countDead: Statement = {
  name: 'count dead jobs',
  text: "SELECT pg_stat_get_dead_tuples('job'::regclass) AS dead",
};

/** Of several processes one does it. Giving pages back to the system would lock everybody out. */
const vacuum: Statement = { text: 'VACUUM (SKIP_LOCKED, TRUNCATE false) job' };

type UpkeepPorts = { readonly pool: Pool; readonly clock: Clock; readonly log: Log };

export function queueUpkeep({ pool, clock, log }: UpkeepPorts): Loop {
  return new Loop({
    name: 'upkeep of the queue',
    everyMs,
    clock,
    log,
    work: async () => {
      try {
        const [row] = await pool.rows<{ dead: number }>(countDead, []);
        if ((row?.dead ?? 0) > deadRowsMax) await pool.rows(vacuum, []);
      } catch (error) {
        if (!(error instanceof StorageUnavailable)) throw error;
        log.warn('storage.upkeep_put_off', errorFields(error));
      }
    },
  });
}
