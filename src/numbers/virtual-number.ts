/** A long number that accounts rent: whose it is, what it can do, and what it costs. */
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

/**
 * `free` is in stock, `rented` is an account's, `deactivated` is paused (unpaid, abuse, a wish) and keeps
 * its rule, `quarantined` was given back lately and may still ring.
 */
export type NumberState = 'free' | 'rented' | 'deactivated' | 'quarantined';

export type VirtualNumber = {
  readonly id: number;
  readonly phone: PhoneNumber;
  readonly accountId: number | null;
  /** False: paused, by whatever `deactivatedWhy` says. */
  readonly active: boolean;
  /** Given back, and nobody's before. */
  readonly freeAfterMs: number | null;
  readonly takesSms: boolean;
  readonly takesCalls: boolean;
  readonly canForward: boolean;
  /** What its account calls it. */
  readonly label: string;
  readonly monthlyPrice: Millionths;
  /** Of a minute of a call that comes in and ends here. */
  readonly minutePrice: Millionths;
  readonly rentedAtMs: number | null;
  /** Null where nothing is owed for it. */
  readonly paidUntilMs: number | null;
  readonly deactivatedWhy: string;
};

export function stateOf(
  { accountId, active, freeAfterMs }: Pick<VirtualNumber, 'accountId' | 'active' | 'freeAfterMs'>,
  nowMs: number,
): NumberState {
  if (!active) return 'deactivated';
  if (accountId !== null) return 'rented';
  return freeAfterMs !== null && freeAfterMs > nowMs ? 'quarantined' : 'free';
}
