/** Money that moves in an account, apart from the cost of messages. */
import type { Millionths } from '#core/money.ts';

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
