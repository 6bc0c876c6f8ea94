/** What people look up among the messages of an account: lists, newest first, and the facts of one phone. */

import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Outcome, RecipientState } from '#model/recipient-state.ts';
import type { RouteReason } from '#model/route-reason.ts';
import type { MessageClass } from '#sms/message.ts';
import type { WrittenForm } from '#sms/text/form.ts';
import type { KeptPdu } from './kept-pdu.ts';
import type {
  CountedRecipient,
  Figure,
  FigureChange,
  FigureTurn,
  FigureWish,
  IdBlock,
  OpenRecipient,
} from './message-figures.ts';

/** One phone of a message, as lists show it. */
export type RecipientRecord = {
  readonly id: number;
  readonly messageId: number;
  readonly acceptedAtMs: number;
  readonly scheduledAtMs: number | null;
  /** Empty: the operator's default. */
  readonly sender: string;
  readonly phone: PhoneNumber;
  readonly text: string;
  readonly state: RecipientState;
  /** Why it was not delivered; empty elsewhere. */
  readonly reason: string;
  readonly changedAtMs: number;
  readonly parts: number;
  readonly form: WrittenForm;
  readonly cost: Millionths;
  /** 0 where the cost was given back. */
  readonly paid: Millionths;
  readonly currency: string;
  readonly tag: string;
  readonly test: boolean;
};

/** What is left out does not matter. */
export type RecordFilter = {
  readonly phone?: PhoneNumber | undefined;
  readonly states?: readonly RecipientState[] | undefined;
  /** Why it was not delivered. */
  readonly reason?: string | undefined;
  readonly sender?: string | undefined;
  readonly tag?: string | undefined;
  readonly test?: boolean | undefined;
  readonly requestId?: string | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
  /** Still to leave, later than that. */
  readonly scheduledAfterMs?: number | undefined;
  /** How they begin, in any letter case: no index serves it, so a page looks at a bounded number of rows. */
  readonly begins?: Beginnings | undefined;
};

type Beginnings = {
  readonly phone?: string | undefined;
  readonly sender?: string | undefined;
  readonly tag?: string | undefined;
};

export type RecordQuery = RecordFilter & {
  readonly accountId: number;
  /** Recipients below this id. */
  readonly beforeId: number;
  /** Recipients above this id, and the oldest first. */
  readonly afterId?: number | undefined;
  readonly limit: number;
};

export type RecordTotalQuery = RecordFilter & { readonly accountId: number };

export type RecordTotal = {
  readonly records: number;
  readonly parts: number;
  readonly paid: Millionths;
  /** Those of the newest so many alone, as there are more than are counted; undefined: all. */
  readonly of: number | undefined;
};

export type RecordPage = {
  readonly records: readonly RecipientRecord[];
  /**
   * Below which to look on; undefined: there is nothing more. A page looks at so many rows and no more:
   * it may hold fewer than it could, or none, and have a next one.
   */
  readonly nextId: number | undefined;
};

/** A message with all that its request said. */
export type MessageRecord = {
  readonly id: number;
  readonly acceptedAtMs: number;
  /** 0: a page of the dashboard; below 0: an SMPP user with that id. */
  readonly keyId: number;
  readonly requestId: string;
  /** What its client calls the request; empty: nothing. */
  readonly clientRequestId: string;
  readonly sender: string;
  readonly text: string;
  readonly tag: string;
  readonly class: MessageClass;
  readonly validUntilMs: number;
  readonly scheduledAtMs: number | null;
  readonly cost: Millionths;
  readonly currency: string;
  readonly test: boolean;
};

/** A part that an operator took. */
export type SubmitRecord = {
  /** 1 to 10. */
  readonly part: number;
  readonly operatorId: number;
  readonly remoteId: string;
  readonly submittedAtMs: number;
  /** Of its last report; null: none has come. */
  readonly outcome: Outcome | null;
  readonly word: string;
  readonly error: string;
  readonly reportedAtMs: number | null;
};

/** A PDU that was kept of a part. */
export type PduRecord = Omit<KeptPdu, 'partId'> & { readonly part: number };

/** A part that waits to be sent, or to be sent again. */
export type WaitingRecord = {
  readonly part: number;
  readonly lane: string;
  readonly dueAtMs: number;
  /** How often it was tried before. */
  readonly attempt: number;
  /** How many of its submits were never answered. */
  readonly unanswered: number;
};

export type ChoiceRecord = {
  readonly atMs: number;
  readonly leftOperatorId: number | null;
  readonly operatorId: number;
  readonly reason: RouteReason;
};

/** What is known of one phone of a message. */
export type RecipientFacts = {
  readonly operatorId: number;
  readonly form: WrittenForm;
  /** Bits, one for each part that was refused, or reported as not delivered. */
  readonly refusedParts: number;
  /** Those that told its states, in the order of the states. */
  readonly eventIds: readonly number[];
  readonly submits: readonly SubmitRecord[];
  /** Those among the next parts that wait for the account: what waits behind very many is not looked for. */
  readonly waiting: readonly WaitingRecord[];
  readonly choices: readonly ChoiceRecord[];
  /** In the order in which they were kept; those of most messages are not. */
  readonly pdus: readonly PduRecord[];
  /** Given back because nothing was taken of it. */
  readonly refund: { readonly atMs: number; readonly amount: Millionths } | undefined;
};

export interface MessageRecordStore {
  listRecords(query: RecordQuery): Promise<RecordPage>;
  /** How many there are and what they have cost, among the newest 10,000 that could fit. */
  totalRecords(query: RecordTotalQuery): Promise<RecordTotal>;
  findMessageRecord(accountId: number, messageId: number): Promise<MessageRecord | undefined>;
  /**
   * By what an operator calls a part of theirs: those whose report is awaited, and of all others those
   * among the newest parts.
   */
  recordsOfRemoteId(
    accountId: number,
    remoteId: string,
    limit: number,
  ): Promise<readonly RecipientRecord[]>;
  /** By what the client calls its requests, newest first: it may call several alike. */
  recordsOfClientRequest(
    accountId: number,
    clientRequestId: string,
    limit: number,
  ): Promise<readonly RecipientRecord[]>;
  /** In the order of the request. */
  recipientRecords(accountId: number, messageId: number): Promise<readonly RecipientRecord[]>;
  recipientFacts(accountId: number, recipientId: number): Promise<RecipientFacts | undefined>;

  /** Of all messages together no more than `keptMax` stay, the newest. */
  keepPdus(pdus: readonly KeptPdu[], keptMax: number): Promise<void>;

  /** Asked before what is to be counted is read. */
  takeTurn(): Promise<FigureTurn>;
  /** Notes ids that were reserved since, in blocks of that size. */
  noteBlocks(blockSize: number, nowMs: number): Promise<void>;
  /** Blocks that are whole, and those whose process has ended, are gone through for the last time. */
  forgetBlock(block: IdBlock): Promise<void>;
  listBlocks(): Promise<readonly (IdBlock & { readonly isAbandoned: boolean })[]>;
  /** In the order of their ids. */
  recipientsInBlock(block: IdBlock, limit: number): Promise<readonly CountedRecipient[]>;
  /** Those that are to be looked at again by then; `recipient` undefined: it is forgotten. */
  openRecipients(
    nowMs: number,
    limit: number,
  ): Promise<readonly (OpenRecipient & { readonly recipient: CountedRecipient | undefined })[]>;
  /** By hour; `detail` is empty but for what was delivered. */
  figuresByHour(wish: FigureWish): Promise<readonly (Figure & { readonly startsAtMs: number })[]>;
  /** Of the whole time. */
  figuresByPlace(
    wish: FigureWish,
  ): Promise<readonly (Figure & Pick<FigureChange, 'country' | 'operatorId'>)[]>;
}
