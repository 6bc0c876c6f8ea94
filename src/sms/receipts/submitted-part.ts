/** A part that an operator took, or never will: all that its report needs. */
import type { Owed } from '#queue/job.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { SubmittedPart } from '#sms/message-store.ts';

export function submittedPart(
  { job, load: { message, recipient } }: Owed<OutgoingPart>,
  submittedPartId: number,
): SubmittedPart {
  return {
    submittedPartId,
    partId: job.subject,
    parts: recipient.parts,
    phone: recipient.phone,
    accountId: message.accountId,
    cost: recipient.cost,
    currency: message.currency,
    tag: message.tag,
    reportUrl: message.reportUrl,
    reportEndpointId: message.reportEndpointId,
    test: message.test,
  };
}
