/** What sending asks of the storage, and what people ask about emails that were accepted. */

import type { Purse } from '#accounts/ledger.ts';
import type { AcceptResult } from '#core/accept.ts';
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import type {
  MailFigure,
  MailFigureTurn,
  MailFigureWish,
  UncountedMail,
} from '#mail/figures/mail-figures.ts';
import type { Letter, LetterEntry, NewLetter } from '#mail/inbound/letter.ts';
import type { MailFact, NewMailFact } from '#mail/mail-fact-store.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import type { Job } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Email, Mail, MailStatus, StoredContent } from '../email.ts';

/** A request that has been judged and priced: all that one commit stores. */
export type EmailAcceptance = {
  readonly email: Email;
  readonly content: StoredContent;
  readonly mails: readonly Mail[];
  readonly state: 'queued' | 'scheduled' | 'held';
  /** One for each mail. */
  readonly jobs: readonly Job[];
  readonly purse: Purse;
  /** Of all mails together. */
  readonly cost: Millionths;
  readonly idempotency: RememberedAnswer | undefined;
  readonly events: readonly OwedEvent[];
};

export type EmailAcceptResult =
  | AcceptResult
  /** Its notice was sent before. */
  | { readonly kind: 'noticed before' };

export type CancelWish = {
  readonly accountId: number;
  readonly emailId: number;
  /** Jobs that are due before stay: without their lane's owner nobody knows whether they are in progress. */
  readonly leavesAfterMs: number;
};

/** A mail that is owed, and where it waits. */
export type WaitingMail = Pick<MailStatus, 'mailId' | 'address'> & {
  readonly jobId: number;
  readonly lane: string;
  readonly dueAtMs: number;
};

export type EmailCancellation = CancelWish & {
  readonly nowMs: number;
  /** As `findCancellable` has told. */
  readonly mailIds: readonly number[];
  readonly events: readonly OwedEvent[];
};

/** Of which account, of which purse, and what came of it so far. */
export type EmailSummary = {
  readonly id: number;
  readonly accountId: number;
  readonly acceptedAtMs: number;
  readonly scheduledAtMs: number | null;
  readonly sender: string;
  readonly subject: string;
  readonly tag: string;
  readonly mails: number;
  readonly test: boolean;
  readonly sandbox: boolean;
};

/** What a list shows of an email besides: its first recipient, and where its mails stand. */
export type EmailRecord = EmailSummary & {
  readonly to: string;
  readonly states: readonly {
    readonly state: MailFactKind;
    readonly mails: number;
    /** Why one of them stands there; empty: none has a reason. */
    readonly reason: string;
  }[];
};

export type EmailRecordFilter = {
  readonly accountId: number;
  /** One of its recipients, whatever the case of its letters. */
  readonly to?: string | undefined;
  readonly sender?: string | undefined;
  readonly tag?: string | undefined;
  /** One of its mails at least stands there. */
  readonly state?: MailFactKind | undefined;
  /** One of its mails at least stands there for this class of reply. */
  readonly reason?: string | undefined;
  /** Of the test mode, or of the live one with its sandbox. */
  readonly test?: boolean | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
  /** How they begin, in any letter case: no index serves it, so a page looks at a bounded number of emails. */
  readonly begins?: EmailBeginnings | undefined;
};

type EmailBeginnings = {
  readonly to?: string | undefined;
  readonly sender?: string | undefined;
  readonly tag?: string | undefined;
};

export type EmailRecordQuery = EmailRecordFilter & {
  readonly beforeId: number;
  /** Emails above this id, and the oldest first. */
  readonly afterId?: number | undefined;
  readonly limit: number;
};

export type EmailTotal = {
  readonly emails: number;
  /** Their copies. */
  readonly mails: number;
  /** Those of the newest so many alone, as there are more than are counted; undefined: all. */
  readonly of: number | undefined;
};

export type EmailRecordPage = {
  readonly emails: readonly EmailRecord[];
  /** Where to look on: a page with filters looks at some thousand emails; undefined: at all. */
  readonly nextId: number | undefined;
};

export interface EmailStore {
  /** Blobs of the content have been saved before. */
  acceptEmail(acceptance: EmailAcceptance): Promise<EmailAcceptResult>;
  /** Durable when it answers, and kept for an hour without an email that names it. */
  saveBlob(hash: string, octets: Uint8Array, nowMs: number): Promise<void>;
  readBlob(hash: string): Promise<Buffer | undefined>;
  findEmail(emailId: number): Promise<Email | undefined>;
  findNotice(notice: string): Promise<Email | undefined>;
  /** Of a notice that has ended, whose words held secrets. */
  forgetVariables(emailId: number): Promise<void>;
  findContent(hash: string): Promise<StoredContent | undefined>;
  /** Kept once: answers the text that stands, which another process may have made. */
  keepMadeText(contentHash: string, text: string): Promise<string>;
  findMail(mailId: number): Promise<Mail | undefined>;
  /** In the order of the request; none where the account has no such email, in that mode where one is named. */
  mailsOf(accountId: number, emailId: number, mode?: KeyMode): Promise<readonly MailStatus[]>;
  /** Of several emails, the newest email first, and each in the order of its request. */
  mailsOfEmails(accountId: number, emailIds: readonly number[]): Promise<readonly MailStatus[]>;
  /** Mails that wait, and are due then or later. */
  findCancellable(wish: CancelWish): Promise<readonly WaitingMail[]>;
  /**
   * In one commit with all that it means: mails cancelled, their cost given back, nothing owed. False, and
   * nothing is done, where they are not all waiting any more.
   */
  cancelEmail(cancellation: EmailCancellation): Promise<boolean>;
  /** Newest first, of those before an id; `accountId` undefined: of all. */
  listEmails(query: EmailQuery): Promise<readonly EmailSummary[]>;
  /** Newest first, of those before an id. */
  listEmailRecords(query: EmailRecordQuery): Promise<EmailRecordPage>;
  /** How many there are, among the newest 10,000 that could fit. */
  totalEmails(filter: EmailRecordFilter): Promise<EmailTotal>;

  /** One commit. Answers for each whether it was noted, and with it its events. */
  recordMailFacts(facts: readonly NewMailFact[]): Promise<readonly boolean[]>;
  /** In the order in which they were noted, without what the accept of the mail says. */
  factsOf(mailId: number): Promise<readonly MailFact[]>;

  /** One commit; of the letters before it the newest stay, this one included. */
  keepLetter(
    letter: NewLetter,
    kept: { readonly countMax: number; readonly bytesMax: number },
  ): Promise<void>;
  /** The newest first, below an id. */
  listLetters(beforeId: number, limit: number): Promise<readonly LetterEntry[]>;
  findLetter(id: number): Promise<Letter | undefined>;
  /** False: there is none. */
  removeLetter(id: number): Promise<boolean>;

  /** Asked before what is to be counted is read. */
  takeTurn(): Promise<MailFigureTurn>;
  /** In the order of their changes, of those until then. */
  uncountedMails(untilMs: number, limit: number): Promise<readonly UncountedMail[]>;
  figuresByHour(
    wish: MailFigureWish,
  ): Promise<readonly (MailFigure & { readonly startsAtMs: number })[]>;
  /** Of the whole time. */
  figuresByProvider(
    wish: MailFigureWish,
  ): Promise<readonly (MailFigure & { readonly provider: string })[]>;
}

export type EmailQuery = {
  readonly accountId?: number | undefined;
  /** One of its recipients, whatever the case of its letters. */
  readonly to?: string | undefined;
  readonly requestId?: string | undefined;
  readonly clientRequestId?: string | undefined;
  readonly beforeId: number;
  readonly limit: number;
};
