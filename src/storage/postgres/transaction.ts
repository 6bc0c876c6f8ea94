/**
 * One transaction with as few round trips as it can have: BEGIN leaves with the first statements and
 * COMMIT with the last ones.
 */
import type { Clock } from '#core/clock.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { Connection } from './connection.ts';
import { codeOf } from './database.ts';
import type { Pool } from './pool.ts';

export type Work<Seen, Result> = {
  /** Reads and locks what `write` judges by. */
  readonly look?: (connection: Connection) => Promise<Seen>;
  /** Sends all its statements before it waits for the first: COMMIT goes out right behind them. */
  readonly write: (connection: Connection, seen: Seen) => Promise<Result>;
  /** What is lost with the server may be done again: the disk is not waited for. */
  readonly relaxed?: boolean;
};

export type Transactions = {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly random: () => number;
};

type TransactionPorts = {
  readonly pool: Pick<Pool, 'use'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly random: () => number;
};

const begin = { text: 'BEGIN' };
const beginRelaxed = { text: 'BEGIN; SET LOCAL synchronous_commit TO off' };
const commit = { text: 'COMMIT' };
const rollback = { text: 'ROLLBACK' };

/** Deadlocks and their like end one of those in each other's way: it is done again so often at most. */
const attemptsMax = 5;
const waitMs = 20;
const inTheWay = new Set(['40001', '40P01']);
/** Nothing else divides: see queries/stream-fence.ts. */
const dividedByZero = '22012';

/**
 * Runs the work in one transaction; settles after its commit. Where the connection is lost on the way
 * nobody knows whether it was kept: it throws `StorageUnavailable`, and what the caller does again must
 * not do harm.
 */
export async function transact<Seen, Result>(
  { pool, clock, random }: TransactionPorts,
  work: Work<Seen, Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.use((connection) => runOnce(connection, work));
    } catch (error) {
      if (codeOf(error) === dividedByZero)
        throw new StorageUnavailable('Another process writes this stream by now', { cause: error });
      if (attempt === attemptsMax || !inTheWay.has(codeOf(error))) throw error;
      await clock.sleep(random() * waitMs * attempt);
    }
  }
}

async function runOnce<Seen, Result>(
  connection: Connection,
  { look, write, relaxed = false }: Work<Seen, Result>,
): Promise<Result> {
  const begun = connection.run(relaxed ? beginRelaxed : begin);
  const seen = look && (await orRollBack(connection, Promise.all([look(connection), begun])))[0];
  const [result, { command }] = await Promise.all([
    write(connection, seen as Seen),
    connection.run(commit),
    begun,
  ]);
  // A transaction with a failed statement answers COMMIT with ROLLBACK; that statement has thrown then.
  if (command !== 'COMMIT') throw new StorageUnavailable('The transaction was not kept');
  return result;
}

async function orRollBack<Seen>(connection: Connection, looking: Promise<Seen>): Promise<Seen> {
  try {
    return await looking;
  } catch (error) {
    await connection.run(rollback).catch(() => undefined);
    throw error;
  }
}
