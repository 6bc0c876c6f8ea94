/** An account's ledger, line by line, with what was left behind each of them. */
import type { Millionths } from '#core/money.ts';
import type { Movement, Purse } from './movement.ts';

/** Emails are stored as movements too; the ledger tells them with the messages of their hour. */
export type MovementKind =
  | Movement['kind']
  | 'refund'
  | 'transfer'
  | 'email'
  | 'email refund'
  | 'rent'
  | 'call';

export type LedgerLine = LedgerPlace & {
  /** `messages`: all SMS and emails that one hour accepted. */
  readonly kind: Exclude<MovementKind, 'email'> | 'messages';
  /** Of messages: when their hour began. */
  readonly atMs: number;
  readonly amount: Millionths;
  /** What was left right behind it. */
  readonly balance: Millionths;
  readonly actor: string;
  /** What a rent or a call moved it for; null for others. */
  readonly subject: string | null;
  /** Parts and mails of an hour; null for others. */
  readonly parts: number | null;
};

/**
 * Where a line stands. An hour of messages stands at its end, behind whatever else moved in it, so that a
 * line keeps its balance however many messages follow.
 */
export type LedgerPlace = { readonly placeMs: number; readonly id: number };

export type LedgerPage = {
  readonly accountId: number;
  readonly purse: Purse;
  /** Undefined: from the newest on. */
  readonly before: LedgerPlace | undefined;
  readonly limit: number;
};

export interface LedgerStore {
  /** Newest first. All of a page is told as it was at one moment. */
  listLedger(page: LedgerPage): Promise<readonly LedgerLine[]>;
}
