/** Every refusal a client can hear, by its word inside the program; each area has its table in `errors/`. */

import { fillSentence, type Sentence, valuesIn } from '#core/words.ts';
import type { DomainRefusal } from '#mail/domains/domain-service.ts';
import type { EmailRefusal } from '#mail/sending/email-request.ts';
import type { SendRefusal } from '#sms/send-request.ts';
import { accessErrors } from './errors/access.ts';
import { addressBookErrors } from './errors/address-book.ts';
import { consoleErrors } from './errors/console.ts';
import { dashboardErrors } from './errors/dashboard.ts';
import type { ErrorReply } from './errors/error-reply.ts';
import { eventErrors } from './errors/events.ts';
import { fieldErrors } from './errors/fields.ts';
import { mailErrors } from './errors/mail.ts';
import { mailDomainErrors } from './errors/mail-domains.ts';
import { messageErrors } from './errors/messages.ts';
import { operationErrors } from './errors/operations.ts';
import { pageErrors } from './errors/pages.ts';
import { recipientErrors } from './errors/recipients.ts';
import { requestErrors } from './errors/request.ts';
import { scheduleErrors } from './errors/schedule.ts';
import { senderErrors } from './errors/senders.ts';
import { sendingErrors } from './errors/sending.ts';
import { statisticsErrors } from './errors/statistics.ts';
import { stopListErrors } from './errors/stop-list.ts';
import { subAccountsErrors } from './errors/sub-accounts.ts';
import { virtualNumberErrors } from './errors/virtual-numbers.ts';
import { webhookErrors } from './errors/webhooks.ts';

export type ErrorWord = keyof typeof errors;

/** A new refusal of the engine does not compile until it has its line in one of these. */
type FromEngines = Record<SendRefusal['why'] | EmailRefusal['why'] | DomainRefusal, ErrorReply>;

export const errors = {
  // First: what the interface tells, too, has its own code and words there.
  ...operationErrors,
  ...accessErrors,
  ...requestErrors,
  ...fieldErrors,
  ...recipientErrors,
  ...senderErrors,
  ...scheduleErrors,
  ...sendingErrors,
  ...messageErrors,
  ...mailErrors,
  ...mailDomainErrors,
  ...statisticsErrors,
  ...eventErrors,
  ...stopListErrors,
  ...addressBookErrors,
  ...subAccountsErrors,
  ...virtualNumberErrors,
  ...webhookErrors,
  ...pageErrors,
  ...dashboardErrors,
  ...consoleErrors,
} satisfies FromEngines & Record<string, ErrorReply>;

/** What a refusal says in both languages, null where that is not known, and what to do about it. */
type Help = { readonly says: Sentence | null; readonly fix: Sentence };

/**
 * Of a refusal that was noted by its word and by the message that its client got, in the language of that client:
 * the message is read for its values alone. Undefined: a word of an older program.
 */
export function helpOf(word: string, message: string): Help | undefined {
  if (!Object.hasOwn(errors, word)) return undefined;
  const { en, fr, fix } = errors[word as ErrorWord];
  const values = valuesIn(en, message) ?? valuesIn(fr, message);
  if (values !== undefined) return { says: fillSentence({ en, fr }, values), fix };
  // Its words have changed since, or the answer was cut.
  return { says: message === '' ? null : { en: message, fr: message }, fix };
}
