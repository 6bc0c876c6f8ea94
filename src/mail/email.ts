/**
 * An email is one request; a mail is one recipient's copy of it, with its own job and fate.
 *
 * Ids nest, so that no index is needed to go from one to the other: a mail's id is its email's id and its
 * place among the recipients.
 */

import type { Millionths } from '#core/money.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import type { Urgency } from './delivery/mail-lane.ts';
import type { Mailbox, ShownMailboxes, Variables } from './message/email-content.ts';

export type Email = {
  readonly id: number;
  readonly accountId: number;
  /** 0: one of our own notices. */
  readonly keyId: number;
  readonly acceptedAtMs: number;
  /** Null: it left at once. */
  readonly scheduledAtMs: number | null;
  /** When it is given up. */
  readonly validUntilMs: number;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | null;
  readonly copies: EmailCopies | null;
  /** Under which its content is stored. */
  readonly contentHash: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly variables: Variables;
  /** JSON, told again with each event. */
  readonly metadata: string | null;
  readonly tag: string;
  readonly urgency: Urgency;
  /** What its recipients can unsubscribe from, '' being all mail of the account; null: it is no mailing. */
  readonly stream: string | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  /** Where the request wants its events; null: the account's own endpoints. */
  readonly reportUrl: string | null;
  readonly reportEndpointId: number | null;
  readonly currency: string;
  /** Paid with test money and caught here. */
  readonly test: boolean;
  /** Nothing was paid, and it was caught here. */
  readonly sandbox: boolean;
  readonly requestId: string;
  /** What the client calls its request; absent: nothing. */
  readonly clientRequestId?: string | undefined;
  /** The key under which a neighbour has it sent once; null: it is a client's. */
  readonly notice: string | null;
};

/** Of an email with cc or bcc: the place of the first such mail, behind which all are. */
export type EmailCopies = ShownMailboxes & { readonly startAt: number };

/** What is in an email, stored once however often it is sent. */
export type StoredContent = {
  /** SHA-256 of all that the client gave. */
  readonly hash: string;
  readonly subject: string;
  readonly html: string;
  /** Null: it is made of the html. */
  readonly text: string | null;
  /** What was made of the html when it was needed first, so that each attempt has the same. */
  readonly madeText?: string | undefined;
  readonly attachments: readonly StoredAttachment[];
};

export type StoredAttachment = {
  readonly filename: string;
  readonly contentType: string;
  /** Of its octets. */
  readonly blob: string;
  /** It stands beside the html, which shows it; absent: it is a file. */
  readonly contentId?: string | undefined;
};

/** One recipient's copy. */
export type Mail = {
  readonly id: number;
  /** Its domain in A-labels. */
  readonly address: string;
  readonly name: string;
  /** Of this recipient alone. */
  readonly variables: Variables | null;
  readonly cost: Millionths;
};

/** Where a mail stands. */
export type MailStatus = {
  readonly mailId: number;
  readonly address: string;
  readonly state: MailFactKind;
  /** Of the last reason; empty where there was none. */
  readonly class: string;
  readonly changedAtMs: number;
  readonly cost: Millionths;
};
