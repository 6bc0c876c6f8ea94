/** Prices and sending domains: read whole, and again when anybody has changed them. */
import type { DomainStore } from './domains/domain-store.ts';
import { MailDirectory } from './domains/mail-directory.ts';
import type { MailAccountStore } from './sending/mail-account-store.ts';
import { MailPrices } from './sending/mail-prices.ts';

export type MailReferenceStores = {
  readonly domains: DomainStore;
  readonly emails: MailAccountStore;
};

export class MailReference {
  readonly #stores: MailReferenceStores;
  #prices: MailPrices;
  #directory: MailDirectory;

  private constructor(stores: MailReferenceStores, prices: MailPrices, directory: MailDirectory) {
    this.#stores = stores;
    this.#prices = prices;
    this.#directory = directory;
  }

  static async read(stores: MailReferenceStores): Promise<MailReference> {
    const prices = await MailPrices.read(stores.emails);
    return new MailReference(stores, prices, await MailDirectory.read(stores.domains));
  }

  get prices(): MailPrices {
    return this.#prices;
  }

  get directory(): MailDirectory {
    return this.#directory;
  }

  async readDirectory(): Promise<void> {
    this.#directory = await MailDirectory.read(this.#stores.domains);
  }

  async readAgain(): Promise<void> {
    this.#prices = await MailPrices.read(this.#stores.emails);
    await this.readDirectory();
  }
}
