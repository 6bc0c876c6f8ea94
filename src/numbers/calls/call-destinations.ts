/** Where calls may go: closed, but for the account's own country and those opened for it. */

import { Destinations } from '#accounts/limits/destinations.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { CallStore } from './call-record.ts';

/** They are read whole for a call. */
export const riskyRangesMax = 500;

export type Caller = { readonly id: number; readonly homeCountry: string };

/** Numbering plans do not change while the program runs: what was looked up for one call serves the next. */
const destinations = new Destinations();

/** Premium, shared-cost and satellite numbers and listed ranges stay closed, at home too: they are what fraud calls. */
export async function mayCall(
  account: Caller,
  target: PhoneNumber,
  store: Pick<CallStore, 'listCallCountries' | 'listRiskyRanges'>,
): Promise<boolean> {
  const { country, costly } = destinations.of(target);
  if (costly || country === undefined) return false;
  const risky = await store.listRiskyRanges();
  if (risky.some(({ prefix }) => target.startsWith(prefix))) return false;
  if (country === account.homeCountry) return true;
  return (await store.listCallCountries(account.id)).includes(country);
}
