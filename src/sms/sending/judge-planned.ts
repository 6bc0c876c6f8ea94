/**
 * Judges a usual message by its plan: what is left is its phone, its text, how the operators do at the moment, and what
 * the limits count.
 */
import { times } from '#core/money.ts';
import type { RoutePorts } from '#sms/directory.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { plan as planText } from '#sms/text/plan.ts';
import type { Planned } from './draft.ts';
import type { JudgePorts } from './judge.ts';
import { type Allowed, isUrgent, type Priced, type Refused, refused } from './judgement.ts';
import type { SendPlan } from './send-plans.ts';
import { wordsOf } from './words.ts';

type PlannedReply = (Planned & { readonly ok: true; readonly allowed: Allowed }) | Refused;

/** Undefined: it is judged in full, and nothing has been counted. */
export function judgePlanned(
  request: SendRequest,
  plan: SendPlan,
  ports: JudgePorts,
): PlannedReply | undefined {
  const priced = mayGo(request, plan, ports) ? priceByPlan(request, plan) : undefined;
  if (priced === undefined) return undefined;
  const { account, key } = request.caller;
  const verdict = ports.limits.limiter.take({
    accountId: account.id,
    keyId: key.id,
    policy: ports.limits.policyOf(account.id),
    urgent: isUrgent(request),
    recipients: [priced],
    nowMs: ports.clock.nowMs(),
  });
  if (!verdict.ok) return refused(verdict.refusal);
  return { ok: true, request, priced, plan, allowed: verdict, heldBy: verdict.heldBy };
}

function mayGo({ caller, phones }: SendRequest, plan: SendPlan, ports: JudgePorts): boolean {
  const [phone] = phones;
  if (phone === undefined || !plan.operators.every((operator) => isWell(operator, ports))) {
    return false;
  }
  // Where the list is not in memory it is asked, by the judge.
  if (ports.stops.isKnownStopped(caller.account.id, phone) !== false) return false;
  return !plan.mindsRisk || !ports.limits.destinations.isRisky(phone);
}

function isWell(
  operator: SendPlan['operator'],
  { conditionOf }: Pick<RoutePorts, 'conditionOf'>,
): boolean {
  const { downForMs, silentForMs, quotaUsedUp } = conditionOf(operator);
  return downForMs === undefined && silentForMs === undefined && !quotaUsedUp;
}

/** Undefined: the text is none that can be sent. */
function priceByPlan(
  request: SendRequest,
  { operator, reason, price }: SendPlan,
): Priced | undefined {
  const [phone] = request.phones;
  const text = wordsOf(request.text, request);
  const reply = planText(text, { settings: operator.settings, unicode: request.forceUnicode });
  if (phone === undefined || !reply.ok) return undefined;
  const { plan } = reply;
  return { phone, text, operator, reason, price, plan, cost: times(price, plan.parts) };
}
