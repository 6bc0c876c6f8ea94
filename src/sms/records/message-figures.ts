/**
 * How an account's messages went, hour by hour: counted behind their commits from the stored facts, in the
 * order of their ids, with a place that is remembered in the commit that counts. So nothing is counted twice
 * or left out, whatever dies in between, and no message pays for it.
 */
import type { Purse } from '#accounts/ledger.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { RecipientState } from '#model/recipient-state.ts';

/** What became of a message at a phone; what is not final is in progress. */
export type FigureState = 'under way' | 'delivered' | 'not delivered';

export type Figure = {
  readonly state: FigureState;
  /** Of what was delivered, how long it took: a bucket of `core/delays.ts`. Of what was not, the reason. */
  readonly detail: string;
  readonly messages: number;
  readonly parts: number;
  /** Less what was given back. */
  readonly cost: Millionths;
};

/** Added to what stands there; below 0 where it is taken from there. */
export type FigureChange = Figure & {
  readonly accountId: number;
  readonly purse: Purse;
  /** A whole hour, UTC, in which they were accepted. */
  readonly startsAtMs: number;
  /** ISO 3166; empty where the plan knows none. */
  readonly country: string;
  readonly operatorId: number;
};

/** A stretch of message ids that one process, and no other, gives out in their order. */
export type IdBlock = {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** Recipients below this id are counted. */
  readonly nextRecipientId: number;
};

export type CountedRecipient = {
  readonly id: number;
  readonly accountId: number;
  readonly purse: Purse;
  readonly acceptedAtMs: number;
  readonly scheduledAtMs: number | null;
  readonly phone: PhoneNumber;
  readonly operatorId: number;
  readonly state: RecipientState;
  readonly reason: string;
  readonly changedAtMs: number;
  readonly parts: number;
  readonly cost: Millionths;
  readonly givenBack: Millionths;
};

/** One that was counted as in progress, with that operator. */
export type OpenRecipient = {
  readonly recipientId: number;
  readonly operatorId: number;
  readonly lookAtMs: number;
};

/** What one commit counts. */
export type Counted = {
  readonly changes: readonly FigureChange[];
  /** How far a block is counted; undefined where those that were open are looked at again. */
  readonly place?: Pick<IdBlock, 'first' | 'nextRecipientId'> | undefined;
  /** Those that are in progress yet, with when to look again. */
  readonly open: readonly OpenRecipient[];
  /** Those that are not any more. */
  readonly ended: readonly number[];
};

/** Of one process at a time; false from `commit`, and nothing kept: another one has counted meanwhile. */
export interface FigureTurn {
  commit(counted: Counted): Promise<boolean>;
}

export type FigureWish = {
  readonly accountId: number;
  readonly purse: Purse;
  /** Whole hours, the second exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
};
