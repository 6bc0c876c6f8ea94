/** What live pages are told of each commit, in the words of the stored facts. */

import { formatExact } from '#core/money.ts';
import { formatPhone } from '#core/phone-number.ts';
import type { MailSettlement } from '#mail/delivery/delivery-store.ts';
import type { EmailAcceptance } from '#mail/sending/email-store.ts';
import { messageIdOf, placeOfPart, recipientOfPart } from '#model/ids.ts';
import type { CallEnd, NewCall } from '#numbers/calls/call-record.ts';
import type { Job } from '#queue/job.ts';
import type { Acceptance, Submit } from '#sms/message-store.ts';
import type { Moment } from '#webhooks/live/moment.ts';
import type { Attempt, Delivery } from '#webhooks/webhook-store.ts';

/** Of a campaign's phones the first ones. */
const phonesTold = 5;

export function messageAccepted({ message, recipients, cost }: Acceptance): Moment {
  const { id, accountId, acceptedAtMs: atMs, test } = message;
  const [first] = recipients;
  return {
    accountId,
    kind: 'message.accepted',
    atMs,
    about: recipients.length === 1 && first !== undefined ? `${id}/${first.phone}` : String(id),
    test,
    tell: () => ({
      messageId: id,
      sender: message.sender,
      recipients: recipients.length,
      phones: recipients.slice(0, phonesTold).map(({ phone }) => formatPhone(phone)),
      parts: recipients.reduce((sum, { parts }) => sum + parts, 0),
      cost: formatExact(cost),
      currency: message.currency,
      class: message.class,
      tag: message.tag,
    }),
  };
}

export function partSubmitted(submit: Submit): Moment {
  const { job, operatorId, remoteId, phone, submittedAtMs: atMs, awaitsReport } = submit;
  const messageId = messageIdOf(recipientOfPart(job.subject));
  return {
    // `sms/<operator>/<bind>:<class>/<account>`
    accountId: Number(job.lane.slice(job.lane.lastIndexOf('/') + 1)),
    kind: 'message.submitted',
    atMs,
    about: `${messageId}/${phone}`,
    tell: () => ({
      messageId,
      phone: formatPhone(phone),
      part: placeOfPart(job.subject),
      operatorId,
      remoteId,
      attempt: job.attempt + 1,
      awaitsReport,
    }),
  };
}

export function attemptedWebhook(
  job: Job,
  attempt: Attempt,
  { accountId, test }: Pick<Delivery, 'accountId' | 'test'>,
): Moment {
  const { eventId, endpointId, n, atMs, outcome, status, error, durationMs } = attempt;
  return {
    accountId,
    kind: 'webhook.attempted',
    atMs,
    about: job.orderKey ?? `msg_${eventId}`,
    test,
    tell: () => ({
      webhookId: `msg_${eventId}`,
      endpointId,
      attempt: n,
      outcome,
      status,
      error,
      durationMs,
    }),
  };
}

export function emailAccepted({ email, mails, cost }: EmailAcceptance): Moment {
  const { id, accountId, acceptedAtMs: atMs, test } = email;
  return {
    accountId,
    kind: 'email.accepted',
    atMs,
    about: String(id),
    test,
    tell: () => ({ emailId: id, mails: mails.length, cost: formatExact(cost) }),
  };
}

export function attemptedMail({ accountId, emailId, atMs, attempt, fact }: MailSettlement): Moment {
  return {
    accountId,
    kind: 'email.attempted',
    atMs,
    about: String(emailId),
    tell: () => ({
      emailId,
      ...(attempt !== undefined && {
        attempt: attempt.n,
        outcome: attempt.outcome,
        stage: attempt.stage,
        code: attempt.code,
        text: attempt.text,
        host: attempt.host,
        durationMs: attempt.durationMs,
      }),
      ...(fact !== undefined && { fact: fact.kind }),
    }),
  };
}

export function begunCall(call: NewCall, accountId: number): Moment {
  return {
    accountId,
    kind: 'call.began',
    atMs: call.startedAtMs,
    about: `${call.number}/${call.caller}`,
    tell: () => factsOf(call),
  };
}

export function endedCall(call: NewCall & CallEnd, accountId: number): Moment {
  const { endedAtMs: atMs, cause, sipStatus, billedS, cost } = call;
  return {
    accountId,
    kind: 'call.ended',
    atMs,
    about: `${call.number}/${call.caller}`,
    tell: () => ({ ...factsOf(call), cause, sipStatus, billedS, cost: formatExact(cost) }),
  };
}

/** Once for all requests of a second: pages that list them ask again. */
export function keptRequests(accountId: number, atMs: number): Moment {
  return { accountId, kind: 'request.kept', atMs, about: '', tell: () => ({}) };
}

function factsOf({ id, number, caller, target, kind }: NewCall) {
  return { callId: id, number, caller, target, kind };
}
