/**
 * Whether a transaction was kept whose COMMIT was sent and never answered, asked on another connection.
 *
 * The server knows by the transaction's number (pg_xact_status), as long as it has not been started again: a crash
 * forgets numbers that were given and never written down, and gives them again. Behind a restart or a failover a
 * row of the transaction decides, where the caller names one; and so it does once the session has ended of a transaction
 * whose number never came.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { CommitUnknown, StorageUnavailable } from '#core/unavailable.ts';
import type { Connection, Session } from './connection.ts';
import { codeOf } from './database.ts';
import type { Pool } from './pool.ts';
import type { Parameter, Statement } from './statement.ts';

/** A transaction by the server's number for it, or else the last one of a session. */
export type TransactionName = { readonly id?: string; readonly session: Session };

/** A statement that gives a row where the transaction was kept. */
export type Witness = { readonly statement: Statement; readonly parameters: readonly Parameter[] };

type OutcomePorts = {
  readonly pool: Pick<Pool, 'use'>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  readonly log: Log;
};

type Outcome = 'kept' | 'lost' | 'under way' | 'unknown';

/** Clients wait ten seconds and more for an answer; the turn that lost the connection may have taken eight. */
const deadlineMs = 8_000;
const betweenMs = 100;

/** True where it was kept, false where it was not and never will be. Throws `CommitUnknown`. */
export async function wasKept(
  name: TransactionName,
  witness: Witness | undefined,
  { pool, clock, log }: OutcomePorts,
): Promise<boolean> {
  const startedAtMs = clock.monotonicMs();
  let outcome: Outcome = 'unknown';
  let problem: unknown;
  for (;;) {
    try {
      outcome = await pool.use((connection) => ask(connection, name, witness));
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      outcome = 'under way';
      problem = error;
    }
    const waitedMs = Math.round(clock.monotonicMs() - startedAtMs);
    if (outcome !== 'under way' || waitedMs >= deadlineMs) {
      if (outcome === 'under way') outcome = 'unknown';
      log.warn('storage.commit_lost', {
        outcome,
        waitedMs,
        ...(problem !== undefined && errorFields(problem)),
      });
      break;
    }
    await clock.sleep(betweenMs);
  }
  if (outcome === 'kept') return true;
  if (outcome === 'lost') return false;
  throw new CommitUnknown({ cause: problem });
}

type StatusRow = { readonly status: string | null };

const statusStatement: Statement = { text: 'SELECT pg_xact_status($1::xid8) AS status' };

/** Its session hears no more of us, so it is ended, and the server says at once what became of its work. */
const endStatement: Statement = {
  text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid = $1 AND backend_xid = ($2::xid8)::xid`,
};

/** A session is listed until its last transaction is over; its number alone may be another session's by now. */
const endSessionStatement: Statement = {
  text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid = $1 AND backend_start = $2::timestamptz`,
};

async function ask(
  connection: Connection,
  { id, session }: TransactionName,
  witness: Witness | undefined,
): Promise<Outcome> {
  if (id === undefined && session.beganAt === '') return 'unknown';
  if (!isSameStart(connection.session, session)) return askWitness(connection, witness);
  if (id === undefined) return askSession(connection, session, witness);
  const status = await statusOf(connection, id);
  if (status !== 'in progress') {
    return status === 'committed' ? 'kept' : status === 'aborted' ? 'lost' : 'unknown';
  }
  await connection.run(endStatement, [session.processId, id]);
  return 'under way';
}

async function askSession(
  connection: Connection,
  { processId, beganAt }: Session,
  witness: Witness | undefined,
): Promise<Outcome> {
  const { rows } = await connection.run(endSessionStatement, [processId, beganAt]);
  return rows.length > 0 ? 'under way' : askWitness(connection, witness);
}

async function askWitness(connection: Connection, witness?: Witness): Promise<Outcome> {
  if (witness === undefined) return 'unknown';
  const { rows } = await connection.run(witness.statement, witness.parameters);
  return rows.length > 0 ? 'kept' : 'lost';
}

async function statusOf(connection: Connection, id: string): Promise<string | null> {
  try {
    const { rows } = await connection.run<StatusRow>(statusStatement, [id]);
    return rows[0]?.status ?? null;
  } catch (error) {
    // "transaction ID is in the future": not this server's.
    if (codeOf(error) === '22023') return null;
    throw error;
  }
}

/** The same postmaster, and a helper process of its own that is still there: a crash ends all of them. */
function isSameStart(now: Session, then: Session): boolean {
  const helpers = new Set(now.helpers);
  return (
    now.startedAt !== '' &&
    now.startedAt === then.startedAt &&
    then.helpers.some((helper) => helpers.has(helper))
  );
}
