/** Trunks, call prices and risky ranges in memory. */
import type { CallPrice } from '#numbers/calls/call-price.ts';
import type { RiskyRange } from '#numbers/calls/call-record.ts';
import { TrunkDirectory } from '#numbers/trunks/trunk-directory.ts';
import type { Common } from './common.ts';
import { phonePrices, withPhones } from './phones.ts';

/** Trunks, prices and ranges that are never called: read whole, and again when anybody has changed them. */
export class CallBook {
  readonly #storage: Common['storage'];
  readonly #phonePort: number | undefined;
  trunks: TrunkDirectory = new TrunkDirectory([]);
  prices: readonly CallPrice[] = [];
  riskyRanges: readonly RiskyRange[] = [];

  private constructor({ storage }: Common, phonePort: number | undefined) {
    this.#storage = storage;
    this.#phonePort = phonePort;
  }

  static async read(common: Common, phonePort: number | undefined): Promise<CallBook> {
    const book = new CallBook(common, phonePort);
    await book.reload();
    return book;
  }

  async reload(): Promise<void> {
    const { trunks, calls } = this.#storage;
    const [all, prices, riskyRanges] = await Promise.all([
      trunks.listTrunks(),
      calls.listCallPrices(),
      calls.listRiskyRanges(),
    ]);
    this.riskyRanges = riskyRanges;
    this.trunks = new TrunkDirectory(withPhones(all, this.#phonePort));
    this.prices = this.#phonePort === undefined ? prices : [...phonePrices, ...prices];
  }
}
