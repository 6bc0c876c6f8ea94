/** What the commands of the address book ask for. */
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import type { Clock } from '#core/clock.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

export type AddressBookPorts = {
  readonly addressBook: AddressBookStore;
  readonly clock: Clock;
  /** Which of these phones the account may not send to any more. */
  readonly stopped: (
    accountId: number,
    phones: readonly PhoneNumber[],
  ) => Promise<ReadonlySet<PhoneNumber>>;
};
