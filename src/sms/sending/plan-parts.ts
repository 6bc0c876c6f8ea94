/** What each text becomes on its operator's network: its alphabet, its parts, and so its cost. */
import { times } from '#core/money.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { type PlanReply, plan, planCarried } from '#sms/text/plan.ts';
import type { Priced, Routed, Sorted, TurnedAway } from './judgement.ts';

export function planParts(routed: readonly Routed[], request: SendRequest): Sorted<Priced> {
  const { forceUnicode: unicode, submission } = request;
  const isCarried = (submission?.carried ?? null) !== null;
  const going: Priced[] = [];
  const turnedAway: TurnedAway[] = [];
  // Most requests have one text and one operator: it is planned once.
  let last: { readonly planned: Routed; readonly reply: PlanReply } | undefined;
  for (const each of routed) {
    const { phone, text, price, operator } = each;
    if (last?.planned.text !== text || last.planned.operator !== operator) {
      const { settings } = operator;
      const reply = isCarried ? planCarried(text) : plan(text, { settings, unicode });
      last = { planned: each, reply };
    }
    const { reply } = last;
    if (!reply.ok) turnedAway.push({ phone, refusal: reply.refusal });
    else {
      const cost = times(price, reply.plan.parts);
      going.push({ ...each, plan: reply.plan, cost });
    }
  }
  return { going, turnedAway };
}
