/** Neighbours that a test does not expect to be asked: whoever asks them fails. */
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import type { SubAccountStore } from '#accounts/sub-account-store.ts';

const refusing: ProxyHandler<object> = {
  get(_target, asked) {
    throw new Error(`Nobody was to ask for ${String(asked)}`);
  },
};

export const unaskedAddressBook = new Proxy<object>({}, refusing) as AddressBookStore;

export const unaskedSubAccounts = new Proxy<object>({}, refusing) as SubAccountStore;
