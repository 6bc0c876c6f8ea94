/** SMPP users as they stand now: read whole, asked for every bind and every report. */

import type { CustomerStore } from './customer-store.ts';
import { type Customer, smppUserDefaults } from './smpp-user.ts';

export class CustomerDirectory {
  readonly #bySystemId: ReadonlyMap<string, Customer>;
  readonly #byUserId: ReadonlyMap<number, Customer>;
  readonly #byAccountId: ReadonlyMap<number, readonly Customer[]>;

  constructor(customers: readonly Customer[]) {
    this.#bySystemId = new Map(customers.map((each) => [each.user.systemId, each]));
    this.#byUserId = new Map(customers.map((each) => [each.user.id, each]));
    this.#byAccountId = Map.groupBy(customers, ({ account }) => account.id);
  }

  static async read(store: Pick<CustomerStore, 'listCustomers'>): Promise<CustomerDirectory> {
    const read = await store.listCustomers();
    // A setting that came with a later version has its default until somebody sets it.
    return new CustomerDirectory(
      read.map(({ user, account }) => ({
        user: { ...user, settings: { ...smppUserDefaults, ...user.settings } },
        account,
      })),
    );
  }

  withSystemId(systemId: string): Customer | undefined {
    return this.#bySystemId.get(systemId);
  }

  withUserId(userId: number): Customer | undefined {
    return this.#byUserId.get(userId);
  }

  ofAccount(accountId: number): readonly Customer[] {
    return this.#byAccountId.get(accountId) ?? [];
  }
}
