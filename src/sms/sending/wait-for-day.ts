/** Marketing waits while its recipients rest, where the account has chosen so: put off, never refused. */
import { firstAllowedMs } from '#accounts/quiet-hours/quiet-hours.ts';
import type { SendRequest } from '#sms/send-request.ts';
import type { Priced } from './judgement.ts';
import type { SendLimits } from './open-destinations.ts';

/** When each recipient's parts may leave at the earliest; undefined: nobody has to wait. */
export type Waits = ReadonlyMap<Priced, number>;

export function waitForDay(
  going: readonly Priced[],
  request: SendRequest,
  { limits, nowMs }: { readonly limits: SendLimits; readonly nowMs: number },
): Waits | undefined {
  const { quietHours, marketing } = limits.policyOf(request.caller.account.id);
  const isMarketing = marketing || request.marketing || request.saysStop === true;
  if (!quietHours || !isMarketing) return undefined;
  const dueMs = request.scheduledAtMs ?? nowMs;
  const ofCountry = new Map<string | undefined, number>();
  const waits = new Map<Priced, number>();
  for (const each of going) {
    const { country } = limits.destinations.of(each.phone);
    const allowedMs = ofCountry.get(country) ?? firstAllowedMs(country, dueMs);
    ofCountry.set(country, allowedMs);
    if (allowedMs > dueMs) waits.set(each, allowedMs);
  }
  return waits.size > 0 ? waits : undefined;
}
