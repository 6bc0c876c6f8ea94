/** An account's ledger, line by line, with what was left behind each of them. */
import type { Millionths } from '#core/money.ts';

export type MovementKind =
  | Movement['kind']
  | 'refund'
  | 'transfer'
  | 'email'
  | 'email refund'
  | 'rent'
  | 'call';

export type LedgerLine = LedgerCursor & {
  /** `sms` and `email` are all that one hour accepted, `refund` and `email refund` all that it gave back of them. */
  readonly kind: MovementKind | 'sms';
  /** Of an hour: when it began. */
  readonly atMs: number;
  readonly amount: Millionths;
  /** What was left right behind it. */
  readonly balance: Millionths;
  readonly actor: string;
  /** What a rent or a call moved it for; null for others. */
  readonly subject: string | null;
  /** Of an hour: the parts of its SMS, its mails, or how many of either were given back; null for others. */
  readonly count: number | null;
};

/**
 * Where a line stands. What an hour adds up stands at its end, behind whatever else moved in it, so that a
 * line keeps its balance however many messages follow.
 */
export type LedgerCursor = { readonly placeMs: number; readonly id: number };

export type LedgerPage = {
  readonly accountId: number;
  readonly purse: Purse;
  /** Undefined: from the newest on. */
  readonly before: LedgerCursor | undefined;
  readonly limit: number;
};

export interface LedgerStore {
  /** Newest first. All of a page is told as it was at one moment. */
  listLedger(page: LedgerPage): Promise<readonly LedgerLine[]>;
}

/** Money that moves in an account, apart from the cost of messages. */
export type Movement = {
  readonly accountId: number;
  readonly purse: Purse;
  readonly amount: Millionths;
  readonly kind: 'top-up' | 'correction';
  readonly actor: string;
  readonly atMs: number;
};

/** Test keys spend money of their own. */
export type Purse = 'live' | 'test';
