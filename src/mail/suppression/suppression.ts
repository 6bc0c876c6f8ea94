/**
 * Suppression list: who gets no mail of an account (hard bounce, complaint, unsubscription), and why. An entry of stream '' stops all mail of the account, one of
 * another stream that stream alone.
 *
 * | reason      | comes from                                    | stays                                |
 * | ----------- | --------------------------------------------- | ------------------------------------ |
 * | hard        | a refusal that says the mailbox is not there  | 180 days                             |
 * | soft        | the third weak refusal within 7 days          | 7 days, then 14, then 30 each time   |
 * | complaint   | a report that the mail was called spam        | for ever                             |
 * | unsubscribe | the recipient                                 | for ever                             |
 * | manual      | the account, or the administrator of the installation | for ever                             |
 */

import type { OwedEvent } from '#queue/owed-event.ts';

export const suppressionReasons = ['hard', 'soft', 'complaint', 'unsubscribe', 'manual'] as const;

export type SuppressionReason = (typeof suppressionReasons)[number];

/** Who or what put an address on the list. */
export type SuppressionSource =
  | 'delivery'
  | 'bounce'
  | 'complaint'
  | 'link'
  | 'mail'
  | 'client'
  | 'administrator';

export type Suppression = {
  readonly id: number;
  readonly accountId: number;
  /** '' is all mail of the account. */
  readonly stream: string;
  /** As `suppressedForm` gives it. */
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly source: SuppressionSource;
  /** Weak refusals so far. */
  readonly strikes: number;
  readonly createdAtMs: number;
  /** Null: it stays. What is over stops nothing. */
  readonly expiresAtMs: number | null;
};

/** What clients are still to hear of. */
export type SuppressionChange = Pick<
  Suppression,
  'id' | 'accountId' | 'stream' | 'address' | 'reason' | 'source'
> & { readonly kind: 'added' | 'removed'; readonly atMs: number };

/** What clients are to hear of it, stored if it stops mail that was not stopped for this reason before. */
export type NewSuppression = Pick<
  Suppression,
  'accountId' | 'stream' | 'address' | 'reason' | 'source'
> & { readonly atMs: number; readonly events?: readonly OwedEvent[] | undefined };

/**
 * What an address is kept and looked up as. Upper case is the same mailbox everywhere that matters; dots
 * and what follows a plus are not ours to read.
 */
export function suppressedForm(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
