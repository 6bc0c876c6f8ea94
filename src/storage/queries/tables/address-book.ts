/** The tables of address books. */
import type { PhoneNumber } from '#core/phone-number.ts';

export interface AddressBookTables {
  readonly contact_group: {
    readonly id: number;
    account_id: number;
    name: string;
    created_at: number;
  };
  readonly contact: {
    readonly id: number;
    group_id: number;
    phone: PhoneNumber;
    /** JSON: what is said of the person. */
    details: string;
    created_at: number;
  };
}
