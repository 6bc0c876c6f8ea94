/** Sets apart the phones that the account may not send to: countries that are closed, numbers that cost more. */
import { type Destination, isOpen } from '#accounts/limits/destinations.ts';
import type { AccountLimits } from '#accounts/limits/limits.ts';
import type { Policy } from '#accounts/limits/policy.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { type Addressee, isTest, type Sorted, type TurnedAway } from './judgement.ts';

export type SendLimits = Pick<AccountLimits, 'policyOf' | 'destinations' | 'limiter'>;

export function openDestinations(
  addressees: readonly Addressee[],
  request: SendRequest,
  limits: SendLimits,
): Sorted<Addressee> {
  if (isTest(request)) return { going: addressees, turnedAway: [] };
  const { id, homeCountry } = request.caller.account;
  const policy = limits.policyOf(id);
  const turnedAway: TurnedAway[] = [];
  const going = addressees.filter(({ phone }) => {
    const destination = limits.destinations.of(phone);
    const risky = isAbroad(destination, homeCountry) && limits.destinations.isRisky(phone);
    const why = findClosed(destination, { policy, homeCountry, risky });
    if (why !== undefined) turnedAway.push({ phone, refusal: { why } });
    return why === undefined;
  });
  return { going, turnedAway };
}

/** Who lives in a country that fraud likes may write to his neighbours. */
export function isAbroad({ country }: Destination, homeCountry: string): boolean {
  return country !== homeCountry;
}

/** Undefined: the account may send there. */
export function findClosed(
  destination: Destination,
  rules: { readonly policy: Policy; readonly homeCountry: string; readonly risky: boolean },
): 'number is costly' | 'country is closed' | undefined {
  const { policy, homeCountry, risky } = rules;
  if ((destination.costly || risky) && !policy.costlyNumbers) return 'number is costly';
  const isClosed = !isOpen(destination, policy.countries, homeCountry);
  return isClosed && !destination.costly ? 'country is closed' : undefined;
}
