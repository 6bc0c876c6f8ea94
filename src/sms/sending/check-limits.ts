/** Whether the account may send so much, so fast and so dear. */
import type { Limit } from '#accounts/limits/rules.ts';
import type { SendRequest } from '#sms/send-request.ts';
import {
  type Allowed,
  isTest,
  isUrgent,
  type Priced,
  type Refused,
  refused,
  type Sorted,
  type TurnedAway,
} from './judgement.ts';
import type { SendLimits } from './open-destinations.ts';

export type LimitsReply =
  | ({ readonly ok: true; readonly allowed: Allowed } & Sorted<Priced>)
  | Refused;

const noLimits: Allowed = { ok: true, heldBy: undefined, giveBack: () => undefined };

/** Test keys have no limits but their balance, which the commit judges. */
export function checkLimits(
  priced: readonly Priced[],
  request: SendRequest,
  limits: SendLimits,
  nowMs: number,
): LimitsReply {
  if (isTest(request)) return { ok: true, going: priced, turnedAway: [], allowed: noLimits };
  const { account, key } = request.caller;
  const policy = limits.policyOf(account.id);
  const { going, turnedAway } = sortByPrice(priced, policy.limits['part-price']);
  if (going.length === 0) return { ok: true, going, turnedAway, allowed: noLimits };
  const verdict = limits.limiter.take({
    accountId: account.id,
    keyId: key.id,
    policy,
    urgent: isUrgent(request),
    recipients: going,
    nowMs,
  });
  return verdict.ok ? { ok: true, going, turnedAway, allowed: verdict } : refused(verdict.refusal);
}

/** Whether a part of this price is above the account's ceiling. */
export function isTooDear(price: number, { max, action }: Limit): boolean {
  return action === 'block' && price > max;
}

function sortByPrice(priced: readonly Priced[], ceiling: Limit): Sorted<Priced> {
  if (!priced.some(({ price }) => isTooDear(price, ceiling))) {
    return { going: priced, turnedAway: [] };
  }
  return {
    going: priced.filter(({ price }) => !isTooDear(price, ceiling)),
    turnedAway: priced
      .filter(({ price }) => isTooDear(price, ceiling))
      .map(({ phone }): TurnedAway => ({ phone, refusal: { why: 'price is above the ceiling' } })),
  };
}
