/** What SMS asks of the storage. Each call is one commit and takes an array; see ARCHITECTURE.md. */
import type { Purse } from '#accounts/account-store.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { DueQuery, Job, Owed } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Message, Outcome, OutgoingPart, Recipient } from './message.ts';
import type { RecipientStatus } from './send-request.ts';

/** A request that has been judged and priced: the message, what it costs and the work it owes. */
export type Acceptance = {
  readonly message: Message;
  readonly recipients: readonly Recipient[];
  readonly jobs: readonly Job[];
  readonly purse: Purse;
  /** Of all recipients together. */
  readonly cost: Millionths;
  readonly idempotency: IdempotentReply | undefined;
};

export type IdempotentReply = {
  readonly key: string;
  readonly fingerprint: string;
  /** What the same request will hear again; replies older than this instant are forgotten. */
  readonly reply: string;
  readonly forgottenBeforeMs: number;
};

export type AcceptResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'balance is too low'; readonly balance: Millionths }
  | { readonly kind: 'repeated'; readonly reply: string }
  | { readonly kind: 'key was used for another request' };

/** An operator took a part. */
export type Submit = {
  readonly job: Job;
  readonly operatorId: number;
  readonly remoteId: string;
  readonly phone: PhoneNumber;
  readonly parts: number;
  readonly submittedAtMs: number;
  /** False where the operator sends no reports or gave no id to match them by. */
  readonly awaitsReport: boolean;
};

/** What came back for a part: where it is, and all that its report needs. */
export type SubmittedPart = {
  readonly submittedPartId: number;
  readonly partId: number;
  readonly message: Message;
  readonly recipient: Recipient;
};

/** What an operator says of a part it took, in our words and in its own. */
export type Receipt = {
  readonly operatorId: number;
  readonly remoteId: string;
  /** The phone it is about; empty if the operator did not say. */
  readonly phone: string;
  readonly outcome: Outcome;
  readonly word: string;
  readonly error: string;
  readonly receivedAtMs: number;
};

export type KeptReceipt = Receipt & { readonly id: number };

export type SubmitRecorded = {
  readonly submittedPartId: number;
  /** Receipts that came before this answer and waited for it. */
  readonly waitingReceipts: readonly KeptReceipt[];
};

/** A receipt whose part is known, with the event that it owes if it changes the recipient's state. */
export type MatchedReceipt = {
  readonly receipt: Receipt;
  readonly submittedPartId: number;
  readonly partId: number;
  readonly parts: number;
  /** The row of `unmatched_receipt` that is settled by this; null where it never waited. */
  readonly keptReceiptId: number | null;
  readonly event: OwedEvent;
};

/** A part that nobody will send any more. */
export type PartRefusal = {
  readonly job: Job;
  readonly parts: number;
  readonly accountId: number;
  readonly purse: Purse;
  readonly cost: Millionths;
  /** `expired_in_queue`, `refused 0x0B`, …; the timeline shows it. */
  readonly reason: string;
  readonly atMs: number;
  readonly event: OwedEvent;
};

/** A recipient whose report never came. */
export type OverduePart = SubmittedPart & {
  readonly operatorId: number;
  readonly remoteId: string;
};

export interface MessageStore {
  /**
   * Judges requests one by one in the order given: one that the balance does not cover is refused,
   * its neighbours pass. One result for each.
   */
  acceptMessages(items: readonly Acceptance[]): Promise<readonly AcceptResult[]>;
  /** Due parts of a lane by (due time, id), with all they are made of. */
  dueParts(query: DueQuery): Promise<readonly Owed<OutgoingPart>[]>;
  /** Deletes the jobs, remembers the operators' ids, and answers the receipts that waited for them. */
  recordSubmits(items: readonly Submit[]): Promise<readonly SubmitRecorded[]>;
  /**
   * Moves recipients on: delivered when all parts are, not delivered with the first that is not. Stores
   * the event, and its job, where the state changes; answers whether it did. A final state stays.
   */
  recordReceipts(items: readonly MatchedReceipt[]): Promise<readonly boolean[]>;
  /** Answers the part a receipt is about; where none is known, keeps the receipt and answers undefined. */
  matchOrKeepReceipts(items: readonly Receipt[]): Promise<readonly (SubmittedPart | undefined)[]>;
  /**
   * Deletes the jobs; the recipient is not delivered, the event stored where its state changes. The
   * whole cost is given back, once, if none of its parts was taken. Answers whether the state changed.
   */
  refuseParts(items: readonly PartRefusal[]): Promise<readonly boolean[]>;
  /** Parts awaited since before an instant, oldest first, behind a submitted part's id. */
  overdueParts(
    submittedBeforeMs: number,
    afterId: number,
    limit: number,
  ): Promise<readonly OverduePart[]>;
  /** Drops kept receipts and remembered replies of before an instant, a slice at a time; answers how many. */
  forgetReceipts(receivedBeforeMs: number, limit: number): Promise<number>;
  forgetReplies(createdBeforeMs: number, limit: number): Promise<number>;
  findStatus(
    accountId: number,
    messageId: number,
    phone: PhoneNumber,
  ): Promise<RecipientStatus | undefined>;
}
