/** What calls cost: by the minute, in steps of seconds, rounded once. */
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

export type CallPrice = {
  /** 0: for all accounts. */
  readonly accountId: number;
  readonly prefix: string;
  readonly perMinute: Millionths;
  /** The first so many seconds are billed whole, then every so many. */
  readonly firstS: number;
  readonly nextS: number;
};

/** The longest prefix that fits; among equals the account's own. */
export function priceOfCall(
  prices: readonly CallPrice[],
  accountId: number,
  target: PhoneNumber,
): CallPrice | undefined {
  let best: CallPrice | undefined;
  for (const price of prices) {
    if (price.accountId !== 0 && price.accountId !== accountId) continue;
    if (!target.startsWith(price.prefix)) continue;
    const longer = price.prefix.length - (best?.prefix.length ?? -1);
    if (longer > 0 || (longer === 0 && price.accountId !== 0)) best = price;
  }
  return best;
}

/** What seconds are billed by. */
export type PriceSteps = Pick<CallPrice, 'perMinute' | 'firstS' | 'nextS'>;

/** Of calls that end here: billed by the second. */
export function bySecond(price: Millionths): PriceSteps {
  return { perMinute: price, firstS: 1, nextS: 1 };
}

/** Whole seconds, raised to the price's steps; a call that was never answered is not billed at all. */
export function billedSeconds(answeredMs: number, { firstS, nextS }: PriceSteps): number {
  const seconds = Math.ceil(answeredMs / 1_000);
  if (seconds <= firstS) return firstS;
  return firstS + Math.ceil((seconds - firstS) / nextS) * nextS;
}

/** Rounded up once, at the end. */
export function costOf(billedS: number, perMinute: Millionths): Millionths {
  return Math.ceil((billedS * perMinute) / 60) as Millionths;
}

/** The most seconds, in whole steps of the price, that this amount pays for. */
export function affordableSeconds(
  amount: Millionths,
  { perMinute, firstS, nextS }: PriceSteps,
): number {
  if (perMinute === 0) return Number.POSITIVE_INFINITY;
  const seconds = Math.floor((amount * 60) / perMinute);
  return seconds < firstS ? 0 : firstS + Math.floor((seconds - firstS) / nextS) * nextS;
}
