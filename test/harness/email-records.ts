/** Records of emails for tests: whole and valid, with what a test cares about laid over. */

import type { Account } from '#accounts/account.ts';
import type { MailAttempt, MailSettlement } from '#mail/delivery/delivery-store.ts';
import type { Email, Mail } from '#mail/email.ts';
import type { MailReason } from '#mail/mail-fact.ts';
import type { EmailAcceptance } from '#mail/sending/email-store.ts';
import { mailIdOf } from '#model/ids.ts';
import type { Job } from '#queue/job.ts';
import { aJob, atMs, money } from './records.ts';

const dayMs = 86_400_000;

export const contentHash = 'content-1';

export function anEmail(over: Partial<Email> = {}): Email {
  return {
    id: 1,
    accountId: 1,
    keyId: 1,
    acceptedAtMs: atMs,
    scheduledAtMs: null,
    validUntilMs: atMs + 3 * dayMs,
    from: { address: 'shop@example.com', name: 'Shop' },
    replyTo: null,
    copies: null,
    contentHash,
    headers: [],
    variables: {},
    metadata: null,
    tag: '',
    urgency: 'normal',
    stream: null,
    trackOpens: false,
    trackClicks: false,
    reportUrl: null,
    reportEndpointId: null,
    currency: 'EUR',
    test: false,
    sandbox: false,
    requestId: 'r1',
    notice: null,
    ...over,
  };
}

export type EmailOver = {
  readonly email?: Partial<Email>;
  readonly content?: Partial<EmailAcceptance['content']>;
  readonly recipients?: number;
  readonly mail?: Partial<Mail>;
  readonly job?: Partial<Job>;
  readonly state?: EmailAcceptance['state'];
  readonly idempotency?: EmailAcceptance['idempotency'];
  readonly events?: EmailAcceptance['events'];
};

/** An email to so many recipients at 0.001 each; ids follow from the email's. */
export function anEmailAcceptance(
  account: Account,
  id: number,
  over: EmailOver = {},
): EmailAcceptance {
  const email = anEmail({ id, accountId: account.id, ...over.email });
  const mails = Array.from({ length: over.recipients ?? 1 }, (_, place) => ({
    id: mailIdOf(id, place),
    address: `person-${place}@example.net`,
    name: '',
    variables: null,
    cost: money(1_000),
    ...over.mail,
  }));
  const content = { hash: email.contentHash, subject: 'Hello', html: '<p>Hello</p>', text: null };
  return {
    email,
    content: { ...content, attachments: [], ...over.content },
    mails,
    state: over.state ?? 'queued',
    jobs: mails.map((mail, place) =>
      aJob({
        id: id * 1_000 + place,
        lane: `mail/catcher:normal/${account.id}`,
        expiresAtMs: email.validUntilMs,
        subject: mail.id,
        ...over.job,
      }),
    ),
    purse: email.test ? 'test' : 'live',
    cost: money(mails.reduce((sum, { cost }) => sum + cost, 0)),
    idempotency: over.idempotency,
    events: over.events ?? [],
  };
}

export function aReason(over: Partial<MailReason> = {}): MailReason {
  return {
    class: 'mailbox-unknown',
    code: 550,
    enhanced: '5.1.1',
    text: 'No such user',
    host: 'mx.example.net',
    ...over,
  };
}

/** Of an acceptance's first mail. */
export function aSettlement(
  { email, jobs }: EmailAcceptance,
  over: Partial<MailSettlement> = {},
): MailSettlement {
  const [job] = jobs as [Job];
  return {
    job,
    accountId: email.accountId,
    emailId: email.id,
    atMs: atMs + 1_000,
    fact: { kind: 'sent', reason: null },
    refund: false,
    events: [],
    ...over,
  };
}

/** What a server said to an acceptance's first mail. */
export function anAttemptAt(
  { jobs, mails }: EmailAcceptance,
  over: Partial<MailAttempt> = {},
): MailAttempt {
  return {
    mailId: mails[0]?.id ?? 0,
    jobId: jobs[0]?.id ?? 0,
    n: 1,
    atMs,
    outcome: 'sent',
    stage: 'rcpt',
    code: 250,
    enhanced: '',
    text: '',
    host: 'mx.example.net',
    ip: '192.0.2.1',
    tls: '',
    durationMs: 5,
    steps: '[]',
    dialogue: '',
    ...over,
  };
}
