import type { MailAttempt } from '#mail/delivery/delivery-store.ts';
import type { Database, WriteStep } from './database.ts';
import { fields } from './fields.ts';

const attemptFields = fields(
  'mail_attempt',
  'mail_id job_id n at:atMs outcome stage code enhanced text host ip tls duration_ms dialogue steps',
);

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
    .select(attemptFields)
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .limit(limit);
  return database.read(query);
}
