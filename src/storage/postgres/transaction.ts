/**
 * Transactions with as few round trips as they can have: one that looks at something first has two, one that only writes has one.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { type TransactionName, type Witness, wasKept } from './commit-outcome.ts';
import type { Connection, Session } from './connection.ts';
import { codeOf } from './database.ts';
import type { Pool } from './pool.ts';
import type { Statement, Statements } from './statement.ts';

export type Work<Seen, Result> = {
  /** Reads and locks what `write` judges by. */
  readonly look: (connection: Statements) => Promise<Seen>;
  /** Sends all its statements before it waits for the first: COMMIT goes out right behind them. */
  readonly write: (connection: Statements, seen: Seen) => Promise<Result>;
  /** The result of a write of which no answer came, and which was kept all the same. */
  readonly unheard?: (seen: Seen) => Result;
  /** Asked where the server was started again since. */
  readonly witness?: (seen: Seen) => Witness | undefined;
};

export type Writing<Result> = {
  /** Asks all its statements at once. */
  readonly write: (connection: Statements) => Promise<Result>;
  /** Where no answer comes to the commit: how to see that it was kept, and the result then. */
  readonly unheard?: { readonly witness: Witness; readonly result: Result };
  /** What is lost with the server may be done again: the disk is not waited for. */
  readonly relaxed?: boolean;
};

export type Transactions = {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
};

/**
 * The sessions of one process: `writes` carry the batches of messages, receipts and deliveries, one transaction of each at a
 * time, with plans that are kept; `queries` are for all else.
 */
export type Backends = { readonly queries: Transactions; readonly writes: Transactions };

type TransactionPorts = {
  readonly pool: Pick<Pool, 'use'>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  readonly log: Log;
  readonly random: () => number;
};

/** Its answer comes with that of what looks, before COMMIT leaves. */
const begin = { text: 'BEGIN; SELECT pg_current_xact_id()::text AS id' };
const commit = { text: 'COMMIT' };
const rollback = { text: 'ROLLBACK' };
/** Until the end of its transaction. */
const relax: Statement = {
  name: 'relax',
  text: "SELECT set_config('synchronous_commit', 'off', true)",
};

/** Deadlocks and their like end one of those in each other's way: it is done again so often at most. */
const attemptsMax = 5;
const waitMs = 20;
const inTheWay = new Set(['40001', '40P01']);
/** Nothing else divides: see queries/stream-fence.ts. */
const dividedByZero = '22012';

/**
 * Runs the work in one transaction; settles after its commit. Where the connection is lost during COMMIT the server
 * is asked what became of it: what was kept is answered as if nothing had happened, and what was not throws
 * `StorageUnavailable`. Where nobody can tell it throws `CommitUnknown`.
 */
export function transact<Seen, Result>(
  ports: TransactionPorts,
  work: Work<Seen, Result>,
): Promise<Result> {
  return repeated(ports, async () => {
    try {
      return await ports.pool.use((connection) => runOnce(connection, work));
    } catch (error) {
      if (!(error instanceof CommitLost)) throw error;
      return settleLost(error as CommitLost<Seen, Result>, work, ports);
    }
  });
}

/**
 * Writes in one round trip; settles after the commit. Where the connection is lost it throws as `transact` does; without a
 * `unheard` what was kept may be refused as well, and what the caller does again must not do harm.
 */
export function transactAtOnce<Result>(
  ports: TransactionPorts,
  { write, unheard, relaxed = false }: Writing<Result>,
): Promise<Result> {
  const all = !relaxed
    ? write
    : async (to: Statements) => (await Promise.all([to.run(relax), write(to)]))[1];
  return repeated(ports, async () => {
    const used: { session?: Session } = {};
    try {
      return await ports.pool.use((connection) => {
        used.session = connection.session;
        return connection.together(all);
      });
    } catch (error) {
      const { session } = used;
      if (unheard === undefined || session === undefined || !isConnectionLost(error)) throw error;
      if (await wasKept({ session }, unheard.witness, ports)) return unheard.result;
      throw notKept(error);
    }
  });
}

/** Deadlocks and their like end one of those in each other's way: it is done again. */
async function repeated<Result>(
  { clock, random }: TransactionPorts,
  once: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (codeOf(error) === dividedByZero)
        throw new StorageUnavailable('Another process writes this stream by now', { cause: error });
      if (attempt === attemptsMax || !inTheWay.has(codeOf(error))) throw error;
      await clock.sleep(random() * waitMs * attempt);
    }
  }
}

/** COMMIT was sent, and the connection lost before its answer. */
class CommitLost<Seen, Result> extends Error {
  override readonly name = 'CommitLost';
  readonly transaction: TransactionName;
  readonly seen: Seen;
  /** Undefined where the answers of the statements before it have not come either. */
  readonly written: { readonly result: Result } | undefined;

  constructor(
    {
      transaction,
      seen,
      written,
    }: Pick<CommitLost<Seen, Result>, 'transaction' | 'seen' | 'written'>,
    cause: unknown,
  ) {
    super('The connection was lost during a commit', { cause });
    this.transaction = transaction;
    this.seen = seen;
    this.written = written;
  }
}

async function settleLost<Seen, Result>(
  { transaction, seen, written, cause }: CommitLost<Seen, Result>,
  { unheard, witness }: Work<Seen, Result>,
  ports: TransactionPorts,
): Promise<Result> {
  const isKept = await wasKept(transaction, witness?.(seen), ports);
  if (isKept && written !== undefined) return written.result;
  if (isKept && unheard !== undefined) return unheard(seen);
  throw notKept(cause);
}

function notKept(cause: unknown): StorageUnavailable {
  return new StorageUnavailable('The connection was lost during a commit', { cause });
}

async function runOnce<Seen, Result>(connection: Connection, { look, write }: Work<Seen, Result>) {
  const begun = connection.run<{ readonly id: string }>(begin);
  const [seen, { rows }] = await orRollBack(connection, Promise.all([look(connection), begun]));
  const [writing, committing] = await Promise.allSettled([
    write(connection, seen),
    connection.run(commit),
  ]);
  if (committing.status === 'rejected' && isConnectionLost(committing.reason)) {
    const id = rows[0]?.id;
    const written = writing.status === 'fulfilled' ? { result: writing.value } : undefined;
    const transaction = { id: id ?? '', session: connection.session };
    throw new CommitLost({ transaction, seen, written }, committing.reason);
  }
  if (writing.status === 'rejected') throw writing.reason;
  if (committing.status === 'rejected') throw committing.reason;
  return kept(writing.value, committing.value.command);
}

/** A transaction with a failed statement answers COMMIT with ROLLBACK; that statement has thrown then. */
function kept<Result>(result: Result, command: string): Result {
  if (command !== 'COMMIT') throw new StorageUnavailable('The transaction was not kept');
  return result;
}

/** What the server says of itself, but for its end (class 57P), says what became of the transaction, too. */
function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return error instanceof StorageUnavailable && (code.length !== 5 || /^(?:57P|08)/.test(code));
}

async function orRollBack<Looked>(connection: Connection, looking: Promise<Looked>) {
  try {
    return await looking;
  } catch (error) {
    await connection.run(rollback).catch(() => undefined);
    throw error;
  }
}
