/** One look at a server, as a step of the commit that settles its mail. */
import type { MailAttempt } from '#mail/delivery/delivery-store.ts';
import type { Database, WriteStep } from './database.ts';

export function insertAttempt({ build }: Database, attempt: MailAttempt): WriteStep {
  const { mailId, jobId, n, atMs, durationMs, outcome, stage, code, enhanced } = attempt;
  const { text, host, ip, tls, dialogue } = attempt;
  const whatFor = { mail_id: mailId, job_id: jobId, n, at: atMs, duration_ms: durationMs };
  const answer = { outcome, stage, code, enhanced, text, host, ip, tls, dialogue };
  return { query: build.insertInto('mail_attempt').values({ ...whatFor, ...answer }) };
}
