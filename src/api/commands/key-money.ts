/**
 * Money that a key moves by other ways than messages. It counts to the same limits: a stolen key is worth
 * its budget, whatever it is used for.
 */
import { type LimitRefusal, limitParams } from '#accounts/limits/limit-refusal.ts';
import type { Limiter, LimitVerdict } from '#accounts/limits/limiter.ts';
import type { AccountLimits } from '#accounts/limits/limits.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Millionths } from '#core/money.ts';
import type { Call } from './command.ts';

export type MoneyLimits = Pick<AccountLimits, 'policyOf'> & {
  readonly limiter: Pick<Limiter, 'takeRent' | 'takeTransfer' | 'takeSubAccount'>;
};

type Moving = {
  readonly call: Call;
  readonly cost: Millionths;
  readonly limits: MoneyLimits;
  readonly clock: Clock;
};

const noLimits: LimitVerdict = { ok: true, heldBy: undefined, giveBack: () => undefined };

/** Test keys move what is no money. What does not come about is to be given back. */
export function takeMoney(
  what: 'rent' | 'transfer' | 'sub-account',
  { call, cost, limits, clock }: Moving,
): LimitVerdict {
  const { account, key } = call.caller;
  if (key.mode === 'test') return noLimits;
  const policy = limits.policyOf(account.id);
  const ask = { accountId: account.id, keyId: key.id, policy, cost, nowMs: clock.nowMs() };
  switch (what) {
    case 'rent':
      return limits.limiter.takeRent(ask);
    case 'transfer':
      return limits.limiter.takeTransfer(ask);
    case 'sub-account':
      return limits.limiter.takeSubAccount(ask);
    default:
      return unreachable(what);
  }
}

export function limitRefusal(refusal: LimitRefusal, currency: string): Refusal {
  const details = limitParams(refusal, currency);
  const retryAfterS = 'retryAfterS' in refusal ? refusal.retryAfterS : undefined;
  return refuse(refusal.why, { details, retryAfterS });
}
