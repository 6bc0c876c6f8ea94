/** Why a limit refuses, and when trying again may help. */
import { formatExact, type Millionths } from '#core/money.ts';
import type { Params } from '#core/words.ts';
import type { Limit, RuleName } from './rules.ts';

export type LimitRefusal =
  | {
      readonly why: 'limit is reached';
      readonly rule: RuleName;
      readonly max: number;
      readonly retryAfterS: number;
    }
  | { readonly why: 'too much is spent'; readonly rule: RuleName; readonly max: Millionths };

/** `retryAfterS`: in how many seconds there is room again. */
export function refuse(rule: RuleName, { max }: Limit, retryAfterS: number): LimitRefusal {
  if (rule === 'message-cost' || rule === 'spend-hour' || rule === 'spend-day') {
    return { why: 'too much is spent', rule, max: max as Millionths };
  }
  return { why: 'limit is reached', rule, max, retryAfterS: Math.max(1, retryAfterS) };
}

/** What the sentence of a balance that is too low names. */
export function balanceParams(
  { balance, cost }: { readonly balance: Millionths; readonly cost: Millionths },
  currency: string,
): Params {
  return { balance: formatExact(balance), cost: formatExact(cost), currency };
}

/** What its sentence names. */
export function limitParams(refusal: LimitRefusal, currency: string): Params {
  const { why, rule, max } = refusal;
  return why === 'too much is spent'
    ? { rule, max: formatExact(max), currency }
    : { rule, max, retryAfterS: refusal.retryAfterS };
}
