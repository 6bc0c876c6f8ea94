/** What one mail costs an account: its own price before the common one, the latest that is in force. */
import type { Millionths } from '#core/money.ts';
import type { MailAccountStore, MailPrice } from './mail-account-store.ts';

export class MailPrices {
  readonly #byAccount: ReadonlyMap<number, readonly MailPrice[]>;

  constructor(prices: readonly MailPrice[]) {
    this.#byAccount = Map.groupBy(prices, ({ accountId }) => accountId);
  }

  static async read(store: Pick<MailAccountStore, 'listMailPrices'>): Promise<MailPrices> {
    return new MailPrices(await store.listMailPrices());
  }

  /** Undefined: nobody has said it. */
  priceOf(accountId: number, nowMs: number): Millionths | undefined {
    return this.#inForce(accountId, nowMs) ?? this.#inForce(0, nowMs);
  }

  #inForce(accountId: number, nowMs: number): Millionths | undefined {
    const prices = this.#byAccount.get(accountId) ?? [];
    return prices.findLast(({ fromMs }) => fromMs <= nowMs)?.price;
  }
}
