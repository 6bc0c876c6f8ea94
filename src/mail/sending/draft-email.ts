/** Makes email, content, mails and jobs of what was judged: all that one commit stores. */
import { createHash } from 'node:crypto';
import type { Clock } from '#core/clock.ts';
import { replyRememberedMs } from '#core/idempotency.ts';
import { times, zero } from '#core/money.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import { heldMailLane, type Urgency } from '../delivery/mail-lane.ts';
import { type Email, mailIdOf, type StoredContent } from '../email.ts';
import type { MailEventFact } from '../mail-event-maker.ts';
import type { EmailRequest, EmailSent } from './email-request.ts';
import type { EmailAcceptance } from './email-store.ts';
import { type EmailJudgement, isTest } from './judge-email.ts';

const minuteMs = 60_000;
const defaultValidityMs = 72 * 60 * minuteMs;
/** What is worth nothing after so long is waited for. */
const urgentValidityMs = 15 * minuteMs;

export type DraftPorts = {
  readonly emailIds: Pick<IdSource, 'take'>;
  readonly jobIds: Pick<IdSource, 'take'>;
  /** Where a mail waits for its server. */
  readonly laneOf: (place: MailPlace & { readonly sender: string }) => string;
  readonly clock: Clock;
};

export type MailPlace = {
  readonly address: string;
  readonly urgency: Urgency;
  readonly accountId: number;
  /** It must not leave this machine. */
  readonly isCaught: boolean;
};

export type EmailDraft = {
  readonly acceptance: Omit<EmailAcceptance, 'events'>;
  readonly sent: EmailSent;
};

/** `reportEndpointId` null: the account's own endpoints serve. Throws `StorageUnavailable` without ids. */
export function draftEmail(
  judgement: EmailJudgement,
  reportEndpointId: number | null,
  ports: DraftPorts,
): EmailDraft {
  const { request, going, price, heldBecause } = judgement;
  const content = contentOf(request);
  const email = makeEmail(judgement, { content, reportEndpointId }, ports);
  const cost = request.sandbox ? zero : price;
  const mails = going.map((recipient, place) => ({
    id: mailIdOf(email.id, place),
    ...recipient,
    cost,
  }));
  const jobs = mails.map(({ id, address }) => ({
    id: takeId(ports.jobIds),
    lane: laneOf(address, { email, judgement }, ports),
    dueAtMs: email.scheduledAtMs ?? email.acceptedAtMs,
    attempt: 0,
    orderKey: null,
    expiresAtMs: email.validUntilMs,
    subject: id,
  }));
  const sent: EmailSent = {
    emailId: email.id,
    mails: mails.length,
    cost: times(price, mails.length),
    currency: email.currency,
    scheduledAtMs: email.scheduledAtMs,
    held: heldBecause !== undefined,
    suppressed: judgement.suppressed,
  };
  const acceptance = {
    email,
    content,
    mails,
    state: stateOf(email, heldBecause),
    jobs,
    purse: email.test ? 'test' : 'live',
    cost: times(cost, mails.length),
    idempotency: request.idempotency && {
      ...request.idempotency,
      reply: JSON.stringify(sent),
      forgottenBeforeMs: email.acceptedAtMs - replyRememberedMs,
    },
  } as const;
  return { acceptance, sent };
}

function stateOf(email: Email, heldBecause: string | undefined): EmailAcceptance['state'] {
  if (heldBecause !== undefined) return 'held';
  return email.scheduledAtMs === null ? 'queued' : 'scheduled';
}

function laneOf(
  address: string,
  { email, judgement }: { readonly email: Email; readonly judgement: EmailJudgement },
  ports: DraftPorts,
): string {
  const isCaught = email.test || email.sandbox;
  const { urgency, accountId } = email;
  const sender = email.from.address;
  const lane = ports.laneOf({ address, sender, urgency, accountId, isCaught });
  return judgement.heldBecause === undefined ? lane : heldMailLane(lane);
}

function makeEmail(
  { request, from }: EmailJudgement,
  made: { readonly content: StoredContent; readonly reportEndpointId: number | null },
  { emailIds, clock }: DraftPorts,
): Email {
  const { caller, scheduledAtMs = null } = request;
  const acceptedAtMs = clock.nowMs();
  const validityMs = request.validityMs ?? defaultValidityMs;
  return {
    id: takeId(emailIds),
    accountId: caller.account.id,
    keyId: caller.key.id,
    acceptedAtMs,
    scheduledAtMs,
    validUntilMs: (scheduledAtMs ?? acceptedAtMs) + validityMs,
    from,
    replyTo: request.replyTo ?? null,
    contentHash: made.content.hash,
    headers: request.headers,
    variables: request.variables,
    metadata: request.metadata,
    tag: request.tag,
    urgency: validityMs <= urgentValidityMs ? 'urgent' : 'normal',
    stream: request.stream,
    trackOpens: request.trackOpens,
    trackClicks: request.trackClicks,
    reportUrl: request.reportUrl ?? null,
    reportEndpointId: made.reportEndpointId,
    currency: caller.account.currency,
    test: isTest(request),
    sandbox: request.sandbox,
    requestId: request.requestId,
    ...(request.clientRequestId !== undefined && { clientRequestId: request.clientRequestId }),
    notice: null,
  };
}

/** Under a name that says all that is in it. */
export function contentOf({
  subject,
  html,
  text = null,
  attachments,
}: Pick<EmailRequest, 'subject' | 'html' | 'attachments'> & {
  readonly text?: string | null | undefined;
}): StoredContent {
  const files = attachments.map(({ filename, contentType, bytes }) => ({
    filename,
    contentType,
    blob: createHash('sha256').update(bytes).digest('base64url'),
  }));
  const all = JSON.stringify([subject, html, text, files]);
  const hash = createHash('sha256').update(all).digest('base64url');
  return { hash, subject, html, text, attachments: files };
}

/** That they are queued, as clients hear it. */
export function queuedFacts({ email, mails, state }: EmailDraft['acceptance']): MailEventFact[] {
  return mails.map(({ id, address }) => ({
    email,
    mailId: id,
    address,
    kind: state === 'held' ? 'held' : 'queued',
    atMs: email.acceptedAtMs,
    reason: null,
  }));
}
