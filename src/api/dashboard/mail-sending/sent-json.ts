/** What a page hears of an email that was accepted. */
import { formatExact } from '#core/money.ts';
import type { EmailSent } from '#mail/sending/email-request.ts';
import type { Reply } from '../definition.ts';
import type { sendEmail } from './definitions.ts';

export function sentToJson(sent: EmailSent): Reply<typeof sendEmail> {
  const { emailId, mails, cost, caught, currency, scheduledAtMs, held, suppressed } = sent;
  return {
    emailId: String(emailId),
    mails,
    cost: formatExact(cost),
    caught,
    currency,
    scheduledAt: scheduledAtMs,
    held,
    suppressed: [...suppressed],
  };
}
