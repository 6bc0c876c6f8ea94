/** What SMS asks of the storage. Each call is one commit and takes an array; see docs/decisions/0006-group-commit.md. */

import type { Purse } from '#accounts/ledger.ts';
import type { AcceptResult } from '#core/accept.ts';
import type { IdempotencyStore, RememberedAnswer } from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { KeyReach } from '#model/key-mode.ts';
import type { Outcome } from '#model/recipient-state.ts';
import type { DueQuery, Job, Owed } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Message, OutgoingPart, Recipient } from './message.ts';
import type { ReceiptAddress } from './operator.ts';
import type { RecipientStatus } from './send-request.ts';
import type { SubmittedMessage } from './submission.ts';

/** A request that has been judged and priced: the message, what it costs and the work it owes. */
export type Acceptance = {
  readonly message: Message;
  readonly recipients: readonly Recipient[];
  readonly jobs: readonly Job[];
  readonly purse: Purse;
  /** Of all recipients together. */
  readonly cost: Millionths;
  readonly idempotency: RememberedAnswer | undefined;
};

/** An operator took a part. */
export type Submit = {
  readonly submittedPartId: number;
  readonly job: Job;
  readonly operatorId: number;
  readonly remoteId: string;
  readonly phone: PhoneNumber;
  readonly submittedAtMs: number;
  /** False where the operator sends no reports or gave no id to match them by. */
  readonly awaitsReport: boolean;
  /** An intent was stored before it, which goes with it. */
  readonly intended: boolean;
  /** Of a message's first part that shows a number: replies from its phone to that are this message's. */
  readonly sentFrom?: SentFrom | undefined;
};

export type SentFrom = {
  readonly number: string;
  readonly accountId: number;
  readonly messageId: number;
  readonly test: boolean;
};

/** A part an operator took, with all that its report needs. */
export type SubmittedPart = {
  readonly submittedPartId: number;
  readonly partId: number;
  readonly submittedAtMs: number;
  /** Submits of the recipient: each has a report. */
  readonly parts: number;
  readonly phone: PhoneNumber;
  readonly accountId: number;
  /** Of the recipient, all parts together. */
  readonly cost: Millionths;
  readonly currency: string;
  readonly tag: string;
  readonly reportUrl: string | null;
  readonly reportEndpointId: number | null;
  readonly test: boolean;
  /** Null: its message came by HTTP. */
  readonly submitted: SubmittedMessage | null;
};

/** What an operator says of a part it took, in our words and in its own. */
export type Receipt = {
  readonly operatorId: number;
  readonly remoteId: string;
  /** The phone it is about, digits; empty if the operator did not say. */
  readonly phone: string;
  readonly outcome: Outcome;
  readonly word: string;
  readonly error: string;
  readonly receivedAtMs: number;
  /** When the operator says that it happened; null: it did not say, or nobody knows its zone. */
  readonly doneAtMs: number | null;
  /** How its phone counts while its part is looked for. */
  readonly address: ReceiptAddress;
};

export type KeptReceipt = Receipt & { readonly id: number };

/** A receipt whose part is known, with the event that it owes if it changes the recipient's state. */
export type MatchedReceipt = {
  readonly receipt: Receipt;
  readonly submittedPartId: number;
  readonly partId: number;
  readonly parts: number;
  /** The row of `unmatched_receipt` that is settled by this; null where it never waited. */
  readonly keptReceiptId: number | null;
  /** Told if the recipient's state changes, each to its own listener. */
  readonly events: readonly OwedEvent[];
  /** Paid back if the recipient is not delivered by this. */
  readonly refund?: ReceiptRefund | undefined;
};

export type ReceiptRefund = {
  readonly accountId: number;
  readonly purse: Purse;
  /** Of the recipient, all parts together. */
  readonly cost: Millionths;
  readonly atMs: number;
};

/** A part that nobody will send any more. */
export type PartRefusal = {
  readonly job: Job;
  readonly accountId: number;
  readonly purse: Purse;
  /** Submits of the recipient. */
  readonly parts: number;
  /** Of the recipient, all parts together. */
  readonly cost: Millionths;
  /** `expired_in_queue`, `refused 0x0B`, …; the timeline shows it. */
  readonly reason: string;
  readonly atMs: number;
  readonly events: readonly OwedEvent[];
  readonly intended: boolean;
};

/** What protocol work has learned, stored in this order in one commit. */
export type Facts = {
  readonly submits: readonly Submit[];
  readonly receipts: readonly MatchedReceipt[];
  readonly refusals: readonly PartRefusal[];
};

export type FactResults = {
  /** For each submit the receipts that came before it and waited for it. */
  readonly submits: readonly (readonly KeptReceipt[])[];
  readonly receipts: readonly ReceiptResult[];
  /** Whether the recipient's state changed. */
  readonly refusals: readonly boolean[];
};

/** `unknown part`: its submit is not stored yet, so the receipt is not either. */
export type ReceiptResult = 'state changed' | 'nothing new' | 'unknown part';

/** A part whose report never came. */
export type OverduePart = SubmittedPart & { readonly remoteId: string };

/** Behind a place among an operator's awaited parts: the first submits of recipients in the order of their ids, then the others. */
export type AwaitedPlace = {
  readonly submit: 'first' | 'further';
  readonly remoteId: string;
  readonly submittedAtMs: number;
};

/** Looked for among the next `limit` awaited parts behind a place; undefined: among the first. */
export type OverdueWish = {
  readonly operatorId: number;
  readonly beforeMs: number;
  readonly from: AwaitedPlace | undefined;
  readonly limit: number;
};

/** Where the next look begins; undefined: there is no other awaited part. */
export type OverdueFound = {
  readonly parts: readonly OverduePart[];
  readonly next: AwaitedPlace | undefined;
};

export type ClaimableReceipt = { readonly part: SubmittedPart; readonly receipt: KeptReceipt };

export type KeptReceiptCount = {
  readonly operatorId: number;
  readonly receipts: number;
  /** The id of the newest one: it grows when another is kept. */
  readonly newestId: number;
};

/** When a message is to leave, and what has become of it. */
export type SentMessage = {
  /** Null: at once. */
  readonly scheduledAtMs: number | null;
  readonly cancelled: boolean;
  /** All its phones said STOP while it waited. */
  readonly stopped: boolean;
};

export type Cancellation = KeyReach & {
  readonly messageId: number;
  readonly nowMs: number;
  /** A recipient whose parts leave earlier than this is on its way, unless a limit holds them. */
  readonly leavesAfterMs: number;
};

/** A recipient of which nothing has left. */
export type CancellableRecipient = {
  readonly recipientId: number;
  /** When the last of it leaves; null: when somebody releases it. */
  readonly leavesAtMs: number | null;
};

/** A page of recipients; `offset` of them stand on the pages before. */
export type TagPage = KeyReach & {
  readonly tag: string;
  readonly offset: number;
  readonly limit: number;
};

/** Receipts by their ids, both included. */
export type ReceiptSpan = { readonly first: number; readonly last: number };

export interface MessageStore extends IdempotencyStore {
  /**
   * Judges requests one by one in the order given: one that the balance does not cover is refused,
   * its neighbours pass. One result for each.
   */
  acceptMessages(items: readonly Acceptance[]): Promise<readonly AcceptResult[]>;
  /** Due parts of a lane by (due time, id), with all they are made of. */
  dueParts(query: DueQuery): Promise<readonly Owed<OutgoingPart>[]>;
  /**
   * Submits delete their jobs and remember the operator's ids. Receipts move recipients on: delivered
   * when all parts are, not delivered with the first that is not; a final state stays. Refusals delete
   * their jobs, make the recipient not delivered, and give its whole cost back, once, if none of its
   * parts was taken. Where a state changes, its events and their jobs are stored.
   */
  recordFacts(facts: Facts): Promise<FactResults>;
  /**
   * Notes jobs whose parts are about to be submitted; false, and nothing noted, where another process
   * has taken the lease since. `withdrawIntents` those that certainly were not taken.
   */
  intendSubmits(jobIds: readonly number[], lease: Lease): Promise<boolean>;
  withdrawIntents(jobIds: readonly number[]): Promise<void>;
  /**
   * Answers the part a receipt is about, by operator, id and, as its `address` says, phone; where none is
   * known, keeps the receipt and answers undefined. Submits claim kept ones in the same way.
   */
  matchOrKeepReceipts(items: readonly Receipt[]): Promise<readonly (SubmittedPart | undefined)[]>;
  /** From the receipt that was kept first to the last one; undefined: none is kept. */
  keptReceipts(): Promise<ReceiptSpan | undefined>;
  /** Kept receipts whose parts are known by now: their submit did not live to claim them. Of all, unless said. */
  claimableReceipts(
    limit: number,
    span?: Partial<ReceiptSpan>,
  ): Promise<readonly ClaimableReceipt[]>;
  /** Drops kept receipts and remembered replies of before an instant, a slice at a time; answers how many. */
  forgetReceipts(receivedBeforeMs: number, limit: number): Promise<number>;
  forgetReplies(createdBeforeMs: number, limit: number): Promise<number>;
  /** Parts of the account that are owed and not sent, counted no further than `max`. */
  countToSend(reach: KeyReach, max: number): Promise<number>;
  findStatus(
    reach: KeyReach,
    messageId: number,
    phone: PhoneNumber,
  ): Promise<RecipientStatus | undefined>;

  /** In the order of the request; none within reach is no such message. */
  recipientsOf(reach: KeyReach, messageId: number): Promise<readonly RecipientStatus[]>;
  /** Of all messages with this tag, the newest message first. */
  recipientsWithTag(page: TagPage): Promise<readonly RecipientStatus[]>;
  /** Counted no further than `max`. */
  countWithTag(reach: KeyReach, tag: string, max: number): Promise<number>;
  findMessage(reach: KeyReach, messageId: number): Promise<SentMessage | undefined>;
  /**
   * In one commit with all that it means: recipients not delivered with the reason `cancelled`, their
   * cost given back, nothing owed. So it does for those of which no part was tried and all leave later or are
   * held. Answers how many parts were owed; 0, and nothing is done, where there is no such recipient.
   */
  cancel(cancellation: Cancellation): Promise<number>;
  /** The recipients that `cancel` would find, of some messages; it looks at 20,000 parts that wait, and no more. */
  findCancellable(
    wish: Pick<Cancellation, 'accountId' | 'leavesAfterMs'> & {
      readonly messageIds: readonly number[];
    },
  ): Promise<readonly CancellableRecipient[]>;

  /** Counts by operator, among the newest `newest`, those received before an instant. */
  countKept(receivedBeforeMs: number, newest: number): Promise<readonly KeptReceiptCount[]>;
  /** The newest of an operator, among the newest `among` of all, oldest first. */
  newestKept(operatorId: number, limit: number, among: number): Promise<readonly KeptReceipt[]>;
  /** Parts of an operator awaited since before an instant. */
  overdueParts(wish: OverdueWish): Promise<OverdueFound>;
  /** Parts of an operator whose report is awaited, newest first. Of more than 20,000: those of the newest messages. */
  newestAwaited(operatorId: number, limit: number): Promise<readonly OverduePart[]>;
}
