/** Money: an integer number of millionths of a currency unit, so that sums are exact. */
import type { Brand } from './brand.ts';

/** 1 EUR is 1,000,000. Kept within ±2^53, which is nine billion units. */
export type Millionths = Brand<number, 'Millionths'>;

export const zero = 0 as Millionths;

const unit = 1_000_000;

/** Reads "100", "100.00" or "-0.038"; `undefined` for more than six decimals or anything else. */
export function parseMoney(text: string): Millionths | undefined {
  const match = /^(?<sign>-?)(?<whole>\d{1,9})(?:\.(?<part>\d{1,6}))?$/.exec(text.trim());
  if (match?.groups === undefined) return undefined;
  const { sign, whole, part } = match.groups;
  const amount = Number(whole) * unit + Number((part ?? '').padEnd(6, '0'));
  return (sign === '-' ? -amount : amount) as Millionths;
}

/** A billion and more would leave no room to add up. */
export const amountMax = 100_000_000_000_000 as Millionths;

/** Of what people may write down at once. */
export function readAmount(text: string): Millionths | undefined {
  const amount = parseMoney(text);
  return amount === undefined || Math.abs(amount) > amountMax ? undefined : amount;
}

export function times(price: Millionths, count: number): Millionths {
  return (price * count) as Millionths;
}

export function add(a: Millionths, b: Millionths): Millionths {
  return (a + b) as Millionths;
}

/** Exactly, without trailing zeros: 38000 → "0.038", 1000000 → "1". */
export function formatExact(amount: Millionths): string {
  const { sign, whole, part } = split(amount);
  const decimals = part.replace(/0+$/, '');
  return decimals === '' ? `${sign}${whole}` : `${sign}${whole}.${decimals}`;
}

/** A balance: three decimals, rounded down, so that nobody is shown money that is not there. */
export function formatBalance(amount: Millionths): string {
  const { sign, whole, part } = split((Math.floor(amount / 1_000) * 1_000) as Millionths);
  return `${sign}${whole}.${part.slice(0, 3)}`;
}

/** The number nearest to the amount, for JSON fields that are numbers: 38000 → 0.038. */
export function toNumber(amount: Millionths): number {
  return Number(formatExact(amount));
}

function split(amount: Millionths): { sign: string; whole: string; part: string } {
  const size = Math.abs(amount);
  return {
    sign: amount < 0 ? '-' : '',
    whole: String(Math.floor(size / unit)),
    part: String(size % unit).padStart(6, '0'),
  };
}
