/** What the transactions of a user agent share, so that none holds functions of its own. */
import type { Clock } from '#core/clock.ts';
import type { Expiry } from './expiry.ts';

export type TransactionHome<Transaction> = {
  readonly clock: Clock;
  readonly expiry: Expiry;
  /** Something was sent again. */
  readonly repeats: () => void;
  /** It is over: nothing finds it any more. */
  readonly ended: (transaction: Transaction) => void;
};
