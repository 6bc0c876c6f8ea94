/** Where calls may go: closed, but for the account's own country and those opened for it. */
import { Destinations } from '#accounts/limits/destinations.ts';
import type { Author } from '#core/author.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

export interface CallCountryStore {
  /** Besides its own; ISO 3166. */
  listCallCountries(accountId: number): Promise<readonly string[]>;
  setCallCountries(accountId: number, countries: readonly string[], author: Author): Promise<void>;
}

export type Caller = { readonly id: number; readonly homeCountry: string };

/** Numbering plans do not change while the program runs: what was looked up for one call serves the next. */
const destinations = new Destinations();

/** Premium, shared-cost and satellite numbers stay closed, at home too: they are what fraud calls. */
export async function mayCall(
  account: Caller,
  target: PhoneNumber,
  store: Pick<CallCountryStore, 'listCallCountries'>,
): Promise<boolean> {
  const { country, costly } = destinations.of(target);
  if (costly || country === undefined) return false;
  if (country === account.homeCountry) return true;
  return (await store.listCallCountries(account.id)).includes(country);
}
