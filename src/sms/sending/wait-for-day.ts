/**
 * Marketing waits while its recipients rest: put off, never refused. So it does for accounts that have chosen
 * it; `country`: that of the account decides whether it has such a rule.
 */
import type { Policy } from '#accounts/limits/policy.ts';
import { firstAllowedMs, hasQuietHours } from '#accounts/quiet-hours/quiet-hours.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { isTest, isUrgent, type Priced, type Waits } from './judgement.ts';
import type { SendLimits } from './open-destinations.ts';

export function waitForDay(
  going: readonly Priced[],
  request: SendRequest,
  limits: SendLimits,
  nowMs: number,
): Waits | undefined {
  if (!mayWait(request, limits.policyOf(request.caller.account.id))) return undefined;
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

/** Whether it goes by the clock of its recipients. */
export function mayWait(request: SendRequest, policy: Policy): boolean {
  return isMarketing(request, policy) && rests(policy, request.caller.account.homeCountry);
}

/**
 * What says so, what carries a STOP mention, which the law asks of marketing alone, and all of an account that
 * sends nothing else. A code is none unless its own request says so; what reaches no phone disturbs nobody.
 */
function isMarketing(request: SendRequest, { marketing }: Policy): boolean {
  if (isTest(request)) return false;
  return request.marketing || (!isUrgent(request) && (marketing || request.saysStop === true));
}

function rests({ quietHours }: Policy, homeCountry: string): boolean {
  return quietHours === 'country' ? hasQuietHours(homeCountry) : quietHours === 'on';
}
