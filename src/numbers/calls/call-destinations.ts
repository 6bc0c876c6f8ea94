/** Where calls may go: closed, but for the account's own country and those opened for it. */
import { Destinations } from '#accounts/limits/destinations.ts';
import type { Author } from '#core/author.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

/** Numbers that fraud calls; nobody's calls are led there. */
export type RiskyRange = {
  /** Digits behind the plus that they begin with. */
  readonly prefix: string;
  readonly reason: string;
  readonly listedAtMs: number;
};

/** They are read whole for a call. */
export const riskyRangesMax = 500;

export interface CallCountryStore {
  /** Besides its own; ISO 3166. */
  listCallCountries(accountId: number): Promise<readonly string[]>;
  setCallCountries(accountId: number, countries: readonly string[], author: Author): Promise<void>;
  /** In the order of their digits. */
  listRiskyRanges(): Promise<readonly RiskyRange[]>;
  /** A new one, or another reason for one that is there; false: there are `max` others already. */
  saveRiskyRange(range: RiskyRange, author: Author, max: number): Promise<boolean>;
  /** False: it is not there. */
  removeRiskyRange(prefix: string, author: Author): Promise<boolean>;
}

export type Caller = { readonly id: number; readonly homeCountry: string };

/** Numbering plans do not change while the program runs: what was looked up for one call serves the next. */
const destinations = new Destinations();

/** Premium, shared-cost and satellite numbers and listed ranges stay closed, at home too: they are what fraud calls. */
export async function mayCall(
  account: Caller,
  target: PhoneNumber,
  store: Pick<CallCountryStore, 'listCallCountries' | 'listRiskyRanges'>,
): Promise<boolean> {
  const { country, costly } = destinations.of(target);
  if (costly || country === undefined) return false;
  const risky = await store.listRiskyRanges();
  if (risky.some(({ prefix }) => target.startsWith(prefix))) return false;
  if (country === account.homeCountry) return true;
  return (await store.listCallCountries(account.id)).includes(country);
}
