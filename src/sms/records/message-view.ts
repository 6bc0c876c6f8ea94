/** Messages and their recipients as people see them. */
import { z } from 'zod';
import { exactInstantText } from '#core/instant-text.ts';
import { showPhone, showText } from '#core/masked.ts';
import { add, formatExact, zero } from '#core/money.ts';
import type { Role } from '#core/permissions.ts';
import { recipientIdOf } from '#model/ids.ts';
import { keyModes } from '#model/key-mode.ts';
import { recipientStates } from '#model/recipient-state.ts';
import { messageClasses } from '#sms/message.ts';
import type { WrittenForm } from '#sms/text/form.ts';
import { type Cancellable, lastInstant } from './cancellable.ts';
import type { MessageRecord, RecipientRecord } from './message-record-store.ts';

/** To the millisecond. */
export const instant = z.iso.datetime();
/** Exact, in units of the currency beside it: `0.038`. */
export const amount = z.string();
export const mode = z.enum(keyModes);

export const recipientView = z.object({
  /** Its place in the message, from 0. */
  place: z.int(),
  /** With its plus; with stars in it for roles that may not read it. */
  phone: z.string(),
  state: z.enum(recipientStates),
  /** Why it was not delivered; empty elsewhere. */
  reason: z.string(),
  changedAt: instant,
  parts: z.int(),
  cost: amount,
});

export const listedView = recipientView.extend({
  messageId: z.int(),
  acceptedAt: instant,
  scheduledAt: instant.nullable(),
  sender: z.string(),
  /** Null: this role may not read it. */
  text: z.string().nullable(),
  /** Of all its parts: `gsm7`, `ucs2` and so on. */
  encoding: z.string(),
  currency: z.string(),
  tag: z.string(),
  mode,
  /** `message cancel` would take it back. */
  cancellable: z.boolean(),
});

/** How it came: by which key, SMPP user, or from the pages and commands. */
export const origin = z.object({ kind: z.enum(['key', 'smpp', 'dashboard']), id: z.int() });

export const messageView = z.object({
  messageId: z.int(),
  acceptedAt: instant,
  scheduledAt: instant.nullable(),
  validUntil: instant,
  requestId: z.string(),
  clientRequestId: z.string(),
  from: origin,
  sender: z.string(),
  text: z.string().nullable(),
  tag: z.string(),
  class: z.enum(messageClasses),
  /** Without what was given back. */
  cost: amount,
  currency: z.string(),
  mode,
  recipients: z.array(recipientView),
  /** How many of its recipients `message cancel` would take back. */
  cancellable: z.int(),
  /** Until when that works; null: it does not, or as long as a limit or a paused campaign holds them. */
  cancellableUntil: instant.nullable(),
});

export function viewRecipient(record: RecipientRecord, role: Role): z.input<typeof recipientView> {
  const { phone, state, reason, changedAtMs, parts, paid } = record;
  return {
    place: placeIn(record),
    phone: showPhone(phone, role),
    state,
    reason,
    changedAt: exactInstantText(changedAtMs),
    parts,
    cost: formatExact(paid),
  };
}

export function placeIn({ id, messageId }: Pick<RecipientRecord, 'id' | 'messageId'>): number {
  return id - recipientIdOf(messageId, 0);
}

export function viewListed(
  record: RecipientRecord,
  cancellable: Cancellable,
  role: Role,
): z.input<typeof listedView> {
  const { messageId, sender, text, form, currency, tag } = record;
  return {
    ...viewRecipient(record, role),
    ...viewTimes(record),
    messageId,
    sender,
    text: showText(text, role),
    encoding: encodingOf(form),
    currency,
    tag,
    mode: modeOf(record),
    cancellable: cancellable.has(record.id),
  };
}

type MessageFacts = {
  readonly message: MessageRecord;
  readonly recipients: readonly RecipientRecord[];
  readonly cancellable: Cancellable;
};

export function viewMessage(
  { message, recipients, cancellable }: MessageFacts,
  role: Role,
): z.input<typeof messageView> {
  const { requestId, clientRequestId, sender, tag, class: kind, currency } = message;
  const untilMs = lastInstant(cancellable);
  return {
    ...viewTimes(message),
    messageId: message.id,
    validUntil: exactInstantText(message.validUntilMs),
    requestId,
    clientRequestId,
    from: originOf(message),
    sender,
    text: showText(message.text, role),
    tag,
    class: kind,
    cost: formatExact(recipients.reduce((sum, { paid }) => add(sum, paid), zero)),
    currency,
    mode: modeOf(message),
    recipients: recipients.map((record) => viewRecipient(record, role)),
    cancellable: cancellable.size,
    cancellableUntil: untilMs === null ? null : exactInstantText(untilMs),
  };
}

function viewTimes(times: Pick<MessageRecord, 'acceptedAtMs' | 'scheduledAtMs'>) {
  const { acceptedAtMs, scheduledAtMs } = times;
  return {
    acceptedAt: exactInstantText(acceptedAtMs),
    scheduledAt: scheduledAtMs === null ? null : exactInstantText(scheduledAtMs),
  };
}

export function modeOf({ test }: { readonly test: boolean }): z.output<typeof mode> {
  return test ? 'test' : 'live';
}

export function originOf({ keyId }: Pick<MessageRecord, 'keyId'>): z.output<typeof origin> {
  const kind = keyId === 0 ? 'dashboard' : keyId < 0 ? 'smpp' : 'key';
  return { kind, id: Math.abs(keyId) };
}

/** The alphabet that a text travels in. */
export function encodingOf(form: WrittenForm): string {
  const [encoding = ''] = form.split('/');
  return encoding;
}
