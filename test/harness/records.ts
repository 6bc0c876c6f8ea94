/** Records for tests: whole and valid, with what a test cares about laid over. */

import type { Account } from '#accounts/account.ts';
import { type NewContact, noDetails } from '#accounts/address-book/contact.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { partIdOf, recipientIdOf } from '#model/ids.ts';
import { type TrunkSettings, trunkDefaults } from '#numbers/trunks/trunk.ts';
import type { NewTrunk } from '#numbers/trunks/trunk-store.ts';
import type { Job } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Message, Recipient } from '#sms/message.ts';
import type {
  Acceptance,
  MatchedReceipt,
  PartRefusal,
  Receipt,
  Submit,
} from '#sms/message-store.ts';
import type { Submission } from '#sms/submission.ts';

export const atMs = Date.UTC(2030, 0, 1);
const hourMs = 3_600_000;

export function money(millionths: number): Millionths {
  return millionths as Millionths;
}

export function phone(digits: string): PhoneNumber {
  return digits as PhoneNumber;
}

export function aMessage(over: Partial<Message> = {}): Message {
  return {
    id: 1,
    accountId: 1,
    keyId: 1,
    acceptedAtMs: atMs,
    sender: '',
    text: 'Hello',
    tag: '',
    class: 'normal',
    validUntilMs: atMs + 48 * hourMs,
    scheduledAtMs: null,
    reportUrl: null,
    reportEndpointId: null,
    currency: 'EUR',
    test: false,
    requestId: 'r1',
    submission: null,
    ...over,
  };
}

/** What a customer submits by SMPP. */
export function aSubmission(over: Partial<Submission> = {}): Submission {
  return {
    userId: 1,
    wish: { final: 'all', intermediate: false },
    source: { ton: 5, npi: 0, address: 'Acme' },
    reference: null,
    carried: null,
    ...over,
  };
}

export function aRecipient(message: Message, over: Partial<Recipient> = {}): Recipient {
  return {
    id: recipientIdOf(message.id, 0),
    messageId: message.id,
    phone: phone('33612345678'),
    operatorId: 1,
    text: null,
    form: 'gsm7/udh8/00',
    parts: 1,
    concatReference: 7,
    cost: money(38_000),
    ...over,
  };
}

export function aJob(over: Partial<Job> = {}): Job {
  return {
    id: 1,
    lane: 'sms/1/0:normal/1',
    dueAtMs: atMs,
    attempt: 0,
    orderKey: null,
    expiresAtMs: atMs + 48 * hourMs,
    subject: partIdOf(recipientIdOf(1, 0), 1),
    ...over,
  };
}

/** A message to one recipient with a job for each part; ids follow from the message's. */
export function anAcceptance(account: Account, id: number, over: AcceptanceOver = {}): Acceptance {
  const message = aMessage({ id, accountId: account.id, ...over.message });
  const recipient = aRecipient(message, over.recipient);
  const jobs = Array.from({ length: recipient.parts }, (_, index) =>
    aJob({
      id: id * 10 + index,
      subject: partIdOf(recipient.id, index + 1),
      expiresAtMs: message.validUntilMs,
      ...over.job,
    }),
  );
  return {
    message,
    recipients: [recipient],
    jobs,
    purse: message.test ? 'test' : 'live',
    cost: recipient.cost,
    idempotency: over.idempotency,
  };
}

export type AcceptanceOver = {
  readonly message?: Partial<Message>;
  readonly recipient?: Partial<Recipient>;
  readonly job?: Partial<Job>;
  readonly idempotency?: Acceptance['idempotency'];
};

export function aSubmit(acceptance: Acceptance, over: Partial<Submit> = {}): Submit {
  const [job] = acceptance.jobs as [Job];
  const [recipient] = acceptance.recipients as [Recipient];
  return {
    submittedPartId: job.id,
    job,
    operatorId: recipient.operatorId,
    remoteId: `remote-${job.id}`,
    phone: recipient.phone,
    submittedAtMs: atMs,
    awaitsReport: true,
    intended: false,
    ...over,
  };
}

export function aReceipt(submit: Submit, over: Partial<Receipt> = {}): Receipt {
  return {
    operatorId: submit.operatorId,
    remoteId: submit.remoteId,
    phone: submit.phone,
    outcome: 'delivered',
    word: 'DELIVRD',
    error: '000',
    receivedAtMs: atMs + 1_000,
    doneAtMs: null,
    address: 'prefer',
    ...over,
  };
}

export function aMatch(submit: Submit, event: OwedEvent, over: MatchOver = {}): MatchedReceipt {
  return {
    receipt: aReceipt(submit, over.receipt),
    submittedPartId: submit.submittedPartId,
    partId: submit.job.subject,
    parts: over.parts ?? 1,
    keptReceiptId: over.keptReceiptId ?? null,
    events: [event],
    refund: over.refund,
  };
}

export type MatchOver = {
  readonly refund?: MatchedReceipt['refund'];
  readonly receipt?: Partial<Receipt>;
  readonly parts?: number;
  readonly keptReceiptId?: number;
};

export function aRefusal(
  acceptance: Acceptance,
  event: OwedEvent,
  over: Partial<PartRefusal> = {},
): PartRefusal {
  return {
    job: acceptance.jobs[0] as Job,
    accountId: acceptance.message.accountId,
    purse: acceptance.purse,
    parts: acceptance.jobs.length,
    cost: acceptance.cost,
    reason: 'refused_0x0b',
    atMs: atMs + 2_000,
    events: [event],
    intended: false,
    ...over,
  };
}

export function anEvent(id: number, over: Partial<OwedEvent> = {}): OwedEvent {
  return {
    id,
    accountId: 1,
    kind: 'dlr',
    orderKey: '1/33612345678',
    url: null,
    body: Buffer.from(`{"event":${id}}`),
    createdAtMs: atMs,
    test: false,
    job: aJob({ id: 1_000_000 + id, lane: 'webhook/1', subject: id, orderKey: '1/33612345678' }),
    ...over,
  };
}

export function aContact(digits: string): NewContact {
  return { phone: phone(digits), details: noDetails };
}

export function aTrunk(settings: Partial<TrunkSettings> = {}): NewTrunk {
  return {
    name: 'carrier',
    enabled: true,
    builtIn: false,
    settings: { ...trunkDefaults, ...settings },
    sealedPassword: '',
    sealedAuthInPassword: '',
    createdAtMs: atMs,
  };
}
