/** What customers pay: by prefix, for some accounts their own, each from its day on. */
import type { Millionths } from '#core/money.ts';
import { PrefixMap } from './prefix-map.ts';
import type { Price } from './route-store.ts';

/** The prices of one prefix, the latest first. */
type Entry = { readonly prefix: string; readonly prices: readonly Price[] };

type Found = { readonly prefix: string; readonly price: Millionths };

export type Payer = { readonly id: number; readonly parentId: number | null };

export class PriceList {
  readonly #common: PrefixMap<Entry>;
  readonly #own: ReadonlyMap<number, PrefixMap<Entry>>;
  /** Beginnings of numbers by which prices tell them apart. */
  readonly prefixes: readonly string[];
  /** When prices come into force, in order. */
  readonly #daysMs: readonly number[];

  constructor(prices: readonly Price[]) {
    this.prefixes = [...new Set(prices.map(({ prefix }) => prefix))];
    this.#daysMs = [...new Set(prices.map(({ fromMs }) => fromMs))].toSorted((a, b) => a - b);
    const byAccount = Map.groupBy(prices, ({ accountId }) => accountId);
    this.#common = entriesOf(byAccount.get(0) ?? []);
    byAccount.delete(0);
    this.#own = new Map([...byAccount].map(([accountId, own]) => [accountId, entriesOf(own)]));
  }

  /** When the next price comes into force; infinite: none does. */
  nextDayMs(nowMs: number): number {
    return this.#daysMs.find((fromMs) => fromMs > nowMs) ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Of the longest prefix that has a price in force; the account's own goes before the common one. A
   * sub-account without a list of its own has its parent's.
   */
  priceOf(digits: string, payer: Payer, nowMs: number): Millionths | undefined {
    const common = inForce(this.#common, digits, nowMs);
    const list = this.#own.get(payer.id) ?? this.#own.get(payer.parentId ?? payer.id);
    const own = list && inForce(list, digits, nowMs);
    if (own === undefined) return common?.price;
    return common === undefined || own.prefix.length >= common.prefix.length
      ? own.price
      : common.price;
  }
}

function entriesOf(prices: readonly Price[]): PrefixMap<Entry> {
  const byPrefix = Map.groupBy(prices, ({ prefix }) => prefix);
  return new PrefixMap(
    new Map(
      [...byPrefix].map(([prefix, each]) => [
        prefix,
        { prefix, prices: each.toSorted((a, b) => b.fromMs - a.fromMs) },
      ]),
    ),
  );
}

/** A prefix whose prices are all of days to come leaves the number to a shorter one. */
function inForce(list: PrefixMap<Entry>, digits: string, nowMs: number): Found | undefined {
  for (let asked = digits; ; ) {
    const entry = list.find(asked);
    if (entry === undefined) return undefined;
    const price = entry.prices.find(({ fromMs }) => fromMs <= nowMs);
    if (price !== undefined) return { prefix: entry.prefix, price: price.price };
    if (entry.prefix === '') return undefined;
    asked = entry.prefix.slice(0, -1);
  }
}
