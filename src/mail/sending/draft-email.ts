/** Makes email, content, mails and jobs of what was judged: all that one commit stores. */

import { createHash } from 'node:crypto';
import type { Clock } from '#core/clock.ts';
import { replyRememberedMs } from '#core/idempotency.ts';
import { zero } from '#core/money.ts';
import { mailIdOf } from '#model/ids.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import { heldMailLane, type Urgency } from '../delivery/mail-lane.ts';
import type { Email, EmailCopies, StoredContent } from '../email.ts';
import type { MailEventFact } from '../mail-event-maker.ts';
import type { EmailRequest, EmailSent } from './email-request.ts';
import type { EmailAcceptance } from './email-store.ts';
import { costOf, type EmailJudgement, isTest } from './judge-email.ts';

const minuteMs = 60_000;
const defaultValidityMs = 72 * 60 * minuteMs;
/** What is worth nothing after so long is waited for. */
const urgentValidityMs = 15 * minuteMs;

export type DraftPorts = {
  readonly emailIds: Pick<IdSource, 'take'>;
  readonly jobIds: Pick<IdSource, 'take'>;
  /** Where a mail waits for its server. */
  readonly laneOf: (place: LaneWish & { readonly sender: string }) => string;
  readonly clock: Clock;
};

export type LaneWish = {
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
  const { request, going, price, caught, heldBecause } = judgement;
  const content = contentOf(request);
  const email = makeEmail(judgement, { content, reportEndpointId }, ports);
  const mails = going.map(({ address, name, variables }, place) => ({
    id: mailIdOf(email.id, place),
    address,
    name,
    variables,
    cost: request.sandbox || caught.has(address) ? zero : price,
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
    cost: costOf(judgement),
    caught: caught.size === mails.length,
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
    cost: request.sandbox ? zero : sent.cost,
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

/** A recipient who is left out is named in no header. */
function copiesOf({ request, going, suppressed }: EmailJudgement): EmailCopies | null {
  if (request.shown === undefined) return null;
  const { to, cc } = request.shown;
  const first = going.findIndex(({ copy }) => copy !== undefined);
  return {
    to,
    cc: cc.filter(({ address }) => !suppressed.includes(address)),
    startAt: first === -1 ? going.length : first,
  };
}

function makeEmail(
  judgement: EmailJudgement,
  made: { readonly content: StoredContent; readonly reportEndpointId: number | null },
  { emailIds, clock }: DraftPorts,
): Email {
  const { request, from } = judgement;
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
    copies: copiesOf(judgement),
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
  const files = attachments.map(({ filename, contentType, bytes, contentId }) => ({
    filename,
    contentType,
    blob: createHash('sha256').update(bytes).digest('base64url'),
    ...(contentId !== undefined && { contentId }),
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
