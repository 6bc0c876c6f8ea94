/** What a client asks for when it sends an email, after its parameters have been read, and what it hears. */
import type { Caller } from '#accounts/authenticator.ts';
import type { LimitRefusal } from '#accounts/limits/limit-refusal.ts';
import type { AcceptRefusal } from '#core/accept.ts';
import type { Idempotency } from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import type { Attachment, Mailbox, ShownMailboxes, Variables } from '../message/email-content.ts';

export type EmailRecipient = {
  /** As `parseEmailAddress` gives it. */
  readonly address: string;
  readonly name: string;
  /** Of this recipient alone. */
  readonly variables: Variables | null;
  /** Absent: it is one of those whom the email is to. Copies stand behind them. */
  readonly copy?: 'cc' | 'bcc' | undefined;
};

export type EmailRequest = {
  readonly caller: Caller;
  /** Undefined: the account's default sender. */
  readonly from: Mailbox | undefined;
  readonly replyTo: Mailbox | undefined;
  /** 1 to 500, no address twice. */
  readonly recipients: readonly EmailRecipient[];
  /** Undefined: nobody gets a copy. */
  readonly shown?: ShownMailboxes | undefined;
  readonly subject: string;
  readonly html: string;
  /** Undefined: it is made of the html. */
  readonly text: string | undefined;
  readonly attachments: readonly Attachment[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly variables: Variables;
  /** JSON. */
  readonly metadata: string | null;
  readonly tag: string;
  /** What recipients can unsubscribe from, '' being all mail of the account; null: it is no mailing. */
  readonly stream: string | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  /** Caught here, and nothing is charged. */
  readonly sandbox: boolean;
  /** Undefined: 72 h. */
  readonly validityMs: number | undefined;
  readonly scheduledAtMs: number | undefined;
  /** Already vetted; undefined: the account's endpoints. */
  readonly reportUrl: string | undefined;
  readonly idempotency: Idempotency | undefined;
  readonly requestId: string;
  /** What the client calls it, if it says so. */
  readonly clientRequestId?: string | undefined;
};

export type EmailSent = {
  readonly emailId: number;
  readonly mails: number;
  /** Of a sandbox send: what it would cost. */
  readonly cost: Millionths;
  /** All of it is caught here, and costs nothing, though a live key sends it. */
  readonly caught: boolean;
  readonly currency: string;
  readonly scheduledAtMs: number | null;
  /** Accepted, and not sent before an administrator releases it. */
  readonly held: boolean;
  /** Addresses that were left out because they want nothing from the account, or take nothing. */
  readonly suppressed: readonly string[];
};

export type EmailRefusal =
  | { readonly why: 'mail sender is missing' }
  | { readonly why: 'mail sender is not verified'; readonly sender: string }
  | { readonly why: 'recipients are suppressed'; readonly addresses: readonly string[] }
  | { readonly why: 'mail is too large'; readonly max: number }
  | { readonly why: 'mail has no price' }
  | LimitRefusal
  | AcceptRefusal
  | { readonly why: 'overloaded'; readonly retryAfterS: number };

export type EmailReplyToClient =
  | { readonly ok: true; readonly sent: EmailSent }
  | { readonly ok: false; readonly refusal: EmailRefusal };
