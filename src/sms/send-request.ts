/** What a client asks for when it sends, after its parameters have been read, and what it hears. */
import type { Transliteration } from '#accounts/account.ts';
import type { Caller } from '#accounts/authenticator.ts';
import type { LimitRefusal } from '#accounts/limits/limit-refusal.ts';
import type { AcceptRefusal } from '#core/accept.ts';
import type { Idempotency } from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { MessageClass } from './message.ts';
import type { Grade } from './routing/route.ts';
import type { Submission } from './submission.ts';
import type { PlanRefusal } from './text/plan.ts';

export type SendRequest = {
  readonly caller: Caller;
  /** Distinct, 1 to 500. */
  readonly phones: readonly PhoneNumber[];
  /** As written by the client, line breaks and euro signs already put in. */
  readonly text: string;
  /** Each phone's own, in the order of the phones, where they differ. */
  readonly texts?: readonly string[] | undefined;
  /** Those that may not go are told of, and the others go; else one of them stops all. */
  readonly partial?: boolean | undefined;
  /** A word, or the digits of a number of ours; undefined: the account's short number, if it has one. */
  readonly sender: string | undefined;
  /** The number that the digits of the sender are in the account's home country, where that is another one. */
  readonly senderAtHome?: PhoneNumber | undefined;
  /** The text is to end with how to stop messages. */
  readonly saysStop?: boolean | undefined;
  readonly tag: string;
  /** Undefined: it follows from its validity and how many it goes to. */
  readonly class?: MessageClass | undefined;
  /** Undefined: either will do. */
  readonly grade: Grade | undefined;
  readonly forceUnicode: boolean;
  /** Undefined: as the account says. */
  readonly transliterate?: Transliteration | undefined;
  /** It carries a STOP mention, or the client says so: it may have to wait for the day. */
  readonly marketing: boolean;
  /** Validated, priced and simulated; nothing is charged. */
  readonly sandbox: boolean;
  /** From the request or the schedule; undefined: 48 h. */
  readonly validityMs: number | undefined;
  readonly scheduledAtMs: number | undefined;
  /** Already vetted; undefined: the account's endpoint. */
  readonly reportUrl: string | undefined;
  /** Likewise, of what the phones reply. */
  readonly replyUrl?: string | undefined;
  readonly idempotency: Idempotency | undefined;
  readonly requestId: string;
  /** What the client calls it, if it says so. */
  readonly clientRequestId?: string | undefined;
  /** Where it came by SMPP. */
  readonly submission?: Submission | undefined;
};

export type Sent = {
  readonly messageId: number;
  /** Parts of all recipients. */
  readonly parts: number;
  /** Of a sandbox send: what it would cost. */
  readonly cost: Millionths;
  readonly currency: string;
  readonly scheduledAtMs: number | null;
  /** What became of each recipient, where some might not go. */
  readonly each?: readonly SentEach[] | undefined;
  /** The text as it is sent, where it had to be written otherwise; absent: as it came. */
  readonly transliterated?: string | undefined;
  /** When the last of those leaves whose country rests now; null: nobody's does. */
  readonly deferredUntilMs: number | null;
  /** Accepted, and not sent before an administrator releases it. */
  readonly held: boolean;
  /** Phones that were left out because they want nothing from the account; absent: none. */
  readonly stopped?: readonly PhoneNumber[] | undefined;
};

/** What became of one recipient of a request that was taken in part. */
export type SentEach =
  | { readonly phone: PhoneNumber; readonly parts: number; readonly cost: Millionths }
  | { readonly phone: PhoneNumber; readonly refusal: RecipientRefusal };

/** Why one recipient of a request gets nothing. */
export type RecipientRefusal =
  | PlanRefusal
  | { readonly why: 'no price' }
  | { readonly why: 'no operator' }
  | { readonly why: 'country is closed' }
  | { readonly why: 'number is costly' }
  | { readonly why: 'price is above the ceiling' }
  | { readonly why: 'simulator is off' }
  /** The phone is on the account's opt-out list. */
  | { readonly why: 'stopped' };

/** Why nobody of a request gets anything. */
export type SendRefusal =
  | Exclude<RecipientRefusal, { readonly why: NamesPhones }>
  | { readonly why: NamesPhones; readonly phones: readonly PhoneNumber[] }
  | LimitRefusal
  | { readonly why: 'sender is not allowed'; readonly sender: string }
  | AcceptRefusal
  | { readonly why: 'there is no short number' }
  /** The queue is past its mark; try again in so many seconds. */
  | { readonly why: 'overloaded'; readonly retryAfterS: number };

export type NamesPhones =
  | 'no price'
  | 'no operator'
  | 'country is closed'
  | 'number is costly'
  | 'price is above the ceiling'
  | 'stopped';

export type SendReply =
  | { readonly ok: true; readonly sent: Sent }
  | { readonly ok: false; readonly refusal: SendRefusal };

/** What `message-status` tells of one recipient. */
export type RecipientStatus = {
  readonly messageId: number;
  readonly phone: PhoneNumber;
  readonly state: 'waiting' | 'delivered' | 'not delivered';
  /** Of the last change of state. */
  readonly atMs: number;
  readonly cost: Millionths;
  readonly currency: string;
};
