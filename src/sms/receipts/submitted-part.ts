/** A part that an operator took, or never will: all that its report needs. */
import type { Owed } from '#queue/job.ts';
import type { Message, OutgoingPart } from '#sms/message.ts';
import type { SubmittedPart } from '#sms/message-store.ts';
import type { SubmittedMessage } from '#sms/submission.ts';
import { readForm, submitsOf } from '#sms/text/form.ts';

export function submittedPart(
  { job, load: { message, recipient } }: Owed<OutgoingPart>,
  { submittedPartId, submittedAtMs }: Pick<SubmittedPart, 'submittedPartId' | 'submittedAtMs'>,
): SubmittedPart {
  return {
    submittedPartId,
    submittedAtMs,
    partId: job.subject,
    parts: submitsOf({ form: readForm(recipient.form), parts: recipient.parts }),
    phone: recipient.phone,
    accountId: message.accountId,
    cost: recipient.cost,
    currency: message.currency,
    tag: message.tag,
    reportUrl: message.reportUrl,
    reportEndpointId: message.reportEndpointId,
    test: message.test,
    submitted: submittedMessage(message),
  };
}

/** Characters that a receipt repeats; the rest of a long text is not held while a part is awaited. */
const repeatedCharacters = 20;

function submittedMessage({ submission, acceptedAtMs, text }: Message): SubmittedMessage | null {
  if (submission === null) return null;
  return { submission, acceptedAtMs, text: text.slice(0, repeatedCharacters) };
}
