/** Looks at servers: each a step of the commit that settles its mail, and read when people ask. */
import type { Selectable } from 'kysely';
import type { MailAttempt } from '#mail/delivery/delivery-store.ts';
import type { Database, WriteStep } from './database.ts';
import type { Tables } from './tables.ts';

export function insertAttempt({ build }: Database, attempt: MailAttempt): WriteStep {
  const { mailId, jobId, n, atMs, durationMs, outcome, stage, code, enhanced } = attempt;
  const { text, host, ip, tls, dialogue, steps } = attempt;
  const whatFor = { mail_id: mailId, job_id: jobId, n, at: atMs, duration_ms: durationMs };
  const answer = { outcome, stage, code, enhanced, text, host, ip, tls, dialogue, steps };
  return { query: build.insertInto('mail_attempt').values({ ...whatFor, ...answer }) };
}

/** Of a mail, oldest first. */
export async function attemptsOf(
  database: Database,
  mailId: number,
  limit: number,
): Promise<readonly MailAttempt[]> {
  const query = database.build
    .selectFrom('mail_attempt')
    .selectAll()
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .limit(limit);
  return (await database.read(query)).map((row) => toAttempt(row));
}

function toAttempt(row: Selectable<Tables['mail_attempt']>): MailAttempt {
  const { id: _, mail_id, job_id, at, duration_ms, outcome, ...rest } = row;
  return {
    ...rest,
    mailId: mail_id,
    jobId: job_id,
    atMs: at,
    durationMs: duration_ms,
    // Only what an attempt says is ever written there.
    outcome: outcome as MailAttempt['outcome'],
  };
}
