/** An email, its mails and the story of one of them, as people see them. What may not be read is masked or left out. */

import { z } from 'zod';
import { type AttemptFault, faultOf, faultView } from '#core/attempt-fault.ts';
import { instantText } from '#core/instant-text.ts';
import { maskAddress } from '#core/log.ts';
import { formatExact } from '#core/money.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import { mailFactKinds } from '#model/mail-state.ts';
import type { AttemptStep, MailAttempt } from '../delivery/delivery-store.ts';
import type { Email, MailStatus, StoredContent } from '../email.ts';
import { costOfMail } from '../mail-cost.ts';
import type { MailReason } from '../mail-fact.ts';
import type { MailFact } from '../mail-fact-store.ts';

const instant = z.iso.datetime();

export const emailKinds = ['live', 'test', 'sandbox'] as const;

type Kinded = Pick<Email, 'test' | 'sandbox'>;

export function kindOfEmail({ test, sandbox }: Kinded): (typeof emailKinds)[number] {
  if (test) return 'test';
  return sandbox ? 'sandbox' : 'live';
}

export const emailView = z.object({
  id: z.int(),
  account: z.int(),
  acceptedAt: instant,
  /** Null: it left at once. */
  scheduledAt: instant.nullable(),
  /** When it is given up. */
  validUntil: instant,
  sender: z.string(),
  fromName: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  tag: z.string(),
  stream: z.string().nullable(),
  currency: z.string(),
  requestId: z.string(),
  clientRequestId: z.string(),
  test: z.boolean(),
  sandbox: z.boolean(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string() })),
  /** One of our own notices, which nobody sends once more. */
  isNotice: z.boolean(),
});

export const mailView = z.object({
  id: z.int(),
  address: z.string(),
  state: z.enum(mailFactKinds),
  /** Why, where there is a reason. */
  class: z.string(),
  since: instant,
  cost: z.string(),
});

export const storyView = z.object({
  facts: z.array(
    z.object({
      at: instant,
      kind: z.string(),
      detail: z.record(z.string(), z.unknown()).nullable(),
      fault: faultView,
    }),
  ),
  attempts: z.array(
    z.object({
      attempt: z.int(),
      at: instant,
      /** `sent`, or the class of what went wrong. */
      outcome: z.string(),
      stage: z.string(),
      code: z.int(),
      enhanced: z.string(),
      text: z.string(),
      fault: faultView,
      host: z.string(),
      ip: z.string(),
      tls: z.string(),
      durationMs: z.int(),
      dialogue: z.string(),
      /** Each reply, and when it came from the moment the mail was given to its connection. */
      steps: z.array(z.object({ stage: z.string(), code: z.int(), ms: z.int() })),
    }),
  ),
});

export function viewEmail(
  email: Email,
  content: StoredContent | undefined,
  role: Role,
): z.input<typeof emailView> {
  const shown = mayDo(role, 'read contents') ? content : undefined;
  const { id, scheduledAtMs, from, replyTo } = email;
  const { tag, stream, currency, requestId, clientRequestId = '', test, sandbox } = email;
  const files = shown?.attachments ?? [];
  return {
    id,
    tag,
    stream,
    currency,
    requestId,
    clientRequestId,
    test,
    sandbox,
    account: email.accountId,
    acceptedAt: instantText(email.acceptedAtMs),
    scheduledAt: scheduledAtMs === null ? null : instantText(scheduledAtMs),
    validUntil: instantText(email.validUntilMs),
    sender: from.address,
    fromName: from.name ?? '',
    replyTo: replyTo?.address ?? null,
    subject: shown?.subject ?? '',
    attachments: files.map(({ filename, contentType }) => ({ filename, contentType })),
    isNotice: email.notice !== null,
  };
}

export function viewMail(mail: MailStatus, role: Role): z.input<typeof mailView> {
  const { mailId: id, address, state, changedAtMs } = mail;
  return {
    id,
    address: mayDo(role, 'read contents') ? address : maskAddress(address),
    state,
    class: mail.class,
    since: instantText(changedAtMs),
    cost: formatExact(costOfMail(mail)),
  };
}

export function viewStory(
  facts: readonly MailFact[],
  attempts: readonly MailAttempt[],
): z.input<typeof storyView> {
  return {
    facts: facts.map(({ atMs, kind, detail }) => ({
      at: instantText(atMs),
      kind,
      detail: detail === null ? null : (JSON.parse(detail) as Record<string, unknown>),
      fault: faultOfReason(JSON.parse(detail ?? '{}') as Partial<MailReason>),
    })),
    attempts: attempts.map(({ n, atMs, steps, ...attempt }) => ({
      ...attempt,
      attempt: n,
      at: instantText(atMs),
      fault: faultOfReason(attempt),
      steps: JSON.parse(steps) as AttemptStep[],
    })),
  };
}

/** A reply has a code, and is the server’s own words; what befell the connection has none. */
function faultOfReason({ code, text }: Partial<Pick<MailReason, 'code' | 'text'>>): AttemptFault {
  return code === 0 && text !== undefined ? faultOf(text) : null;
}

/** What a server, the DNS or TLS said last: `detail` is JSON of a `MailReason`. */
export function wordsOfReason(kind: string, detail: string | null): string {
  const { host = '', text = '' } = JSON.parse(detail ?? '{}') as Partial<MailReason>;
  return [kind, host, text].filter((part) => part !== '').join(': ');
}
