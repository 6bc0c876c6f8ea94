/** Sets apart the phones that the account may not send to: countries that are closed, numbers that cost more. */
import { isOpen } from '#accounts/limits/destinations.ts';
import type { AccountLimits } from '#accounts/limits/limits.ts';
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
    const closed = !isOpen(destination, policy.countries, homeCountry);
    // Who lives in a country that fraud likes may write to his neighbours.
    const risky = destination.country !== homeCountry && limits.destinations.isRisky(phone);
    if ((destination.costly || risky) && !policy.costlyNumbers) {
      turnedAway.push({ phone, refusal: { why: 'number is costly' } });
    } else if (closed && !destination.costly) {
      turnedAway.push({ phone, refusal: { why: 'country is closed' } });
    } else return true;
    return false;
  });
  return { going, turnedAway };
}
