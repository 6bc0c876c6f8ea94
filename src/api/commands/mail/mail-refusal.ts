/** What the engine's refusals of emails say to a client. */
import type { Problem, Refusal } from '#api/reply.ts';
import type { Params } from '#core/words.ts';
import type { EmailRefusal } from '#mail/sending/email-request.ts';
import { mailRefusalParams } from '#mail/sending/refusal-params.ts';
import type { Call } from '../command.ts';

/** The parameter that each is about. */
const fields: Readonly<Record<EmailRefusal['why'], string | undefined>> = {
  'mail sender is missing': 'from',
  'mail sender is not verified': 'from',
  'recipients are suppressed': 'to',
  'mail is too large': 'htmlContent',
  'mail has no price': 'apiKey',
  'limit is reached': undefined,
  'too much is spent': undefined,
  'balance is too low': undefined,
  'idempotency key was used for another request': 'idempotencyKey',
  'too many report addresses': 'webhookUrl',
  'schedule is in the past': 'scheduledDeliveryDate',
  overloaded: undefined,
};

export function mailRefusal(refusal: EmailRefusal, { caller }: Pick<Call, 'caller'>): Refusal {
  const { why } = refusal;
  const [first, ...others] = mailRefusalParams(refusal, caller.account.currency);
  const problemOf = (details: Params): Problem => ({ word: why, field: fields[why], details });
  return {
    ok: false,
    problems: [problemOf(first), ...others.map(problemOf)],
    retryAfterS: 'retryAfterS' in refusal ? refusal.retryAfterS : undefined,
  };
}
