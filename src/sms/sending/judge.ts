/**
 * Everything that decides whether a message may go, to whom and at what price. Nothing is stored: a send
 * commits what comes out, a preview shows it.
 *
 * sender → text → stop list → destinations → route and price → parts → limits → quiet hours
 */
import type { Clock } from '#core/clock.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { addressTexts } from './address-texts.ts';
import { checkLimits } from './check-limits.ts';
import { chooseSender, type SenderPorts } from './choose-sender.ts';
import { type JudgeReply, refused } from './judgement.ts';
import { openDestinations, type SendLimits } from './open-destinations.ts';
import { planParts } from './plan-parts.ts';
import { type RoutingPorts, routeAndPrice } from './route-and-price.ts';
import { type StopPorts, skipStopped } from './skip-stopped.ts';
import { waitForDay } from './wait-for-day.ts';

export type JudgePorts = RoutingPorts &
  SenderPorts &
  StopPorts & {
    readonly limits: SendLimits;
    readonly clock: Clock;
    /** How a phone is told to stop messages; `{number}` is where to. */
    readonly stopMention: string;
  };

/** Recipients that may not go are set apart with the reason of each; refused is what no recipient could change. */
export async function judge(request: SendRequest, ports: JudgePorts): Promise<JudgeReply> {
  const chosen = chooseSender(request, ports);
  if (!chosen.ok) return chosen;
  const { sender, stopNumber } = chosen;
  if (request.saysStop === true && stopNumber === undefined)
    return refused({ why: 'there is no short number' });
  const mention =
    request.saysStop === true
      ? ports.stopMention.replaceAll('{number}', stopNumber ?? '')
      : undefined;
  const nowMs = ports.clock.nowMs();
  const sorted = skipStopped(addressTexts(request, mention), request, ports);
  const reachable = sorted instanceof Promise ? await sorted : sorted;
  const open = openDestinations(reachable.going, request, ports.limits);
  const routed = routeAndPrice(open.going, { request, sender }, { ...ports, nowMs });
  const planned = planParts(routed.going, request);
  const limited = checkLimits(planned.going, request, { ...ports, nowMs });
  if (!limited.ok) return limited;
  const steps = [reachable, open, routed, planned, limited];
  const turnedAway = steps.flatMap((step) => step.turnedAway);
  const { going, allowed } = limited;
  const waits = waitForDay(going, request, { ...ports, nowMs });
  return { ok: true, judgement: { request, sender, going, turnedAway, allowed, waits } };
}
