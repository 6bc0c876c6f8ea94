import type { Compilable } from 'kysely';
import type { MailAttempt } from '#mail/delivery/delivery-store.ts';
import type { Database } from './database.ts';
import { fields, rowMaker } from './fields.ts';

const attemptNames =
  'mail_id job_id n at outcome stage code enhanced text host ip tls duration_ms dialogue steps';
const attemptFields = fields('mail_attempt', attemptNames);
const attemptRow = rowMaker('mail_attempt', attemptNames);

export function insertAttempt({ build }: Database, attempt: MailAttempt): Compilable {
  return build.insertInto('mail_attempt').values(attemptRow(attempt));
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
