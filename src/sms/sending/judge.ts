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
import {
  type Addressee,
  type JudgeReply,
  refused,
  type Sorted,
  type TurnedAway,
} from './judgement.ts';
import { openDestinations, type SendLimits } from './open-destinations.ts';
import { planParts } from './plan-parts.ts';
import { type Outgoing, type RoutingPorts, routeAndPrice } from './route-and-price.ts';
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

/**
 * Recipients that may not go are set apart with the reason of each; refused is what no recipient could change. At once
 * where the account's stop list is in memory.
 */
export function judge(request: SendRequest, ports: JudgePorts): JudgeReply | Promise<JudgeReply> {
  const chosen = chooseSender(request, ports);
  if (!chosen.ok) return chosen;
  const { sender, stopNumber } = chosen;
  if (request.saysStop === true && stopNumber === undefined)
    return refused({ why: 'there is no short number' });
  const mention =
    request.saysStop === true
      ? ports.stopMention.replaceAll('{number}', stopNumber ?? '')
      : undefined;
  const sorted = skipStopped(addressTexts(request, mention), request, ports);
  return sorted instanceof Promise
    ? sorted.then((reachable) => judgeReachable(reachable, { request, sender }, ports))
    : judgeReachable(sorted, { request, sender }, ports);
}

function judgeReachable(
  reachable: Sorted<Addressee>,
  outgoing: Outgoing,
  ports: JudgePorts,
): JudgeReply {
  const { request, sender } = outgoing;
  const nowMs = ports.clock.nowMs();
  const open = openDestinations(reachable.going, request, ports.limits);
  const routed = routeAndPrice(open.going, outgoing, ports, nowMs);
  const planned = planParts(routed.going, request);
  const limited = checkLimits(planned.going, request, ports.limits, nowMs);
  if (!limited.ok) return limited;
  const turnedAway = turnedAwayBy([reachable, open, routed, planned, limited]);
  const { going, allowed } = limited;
  const waits = waitForDay(going, request, ports.limits, nowMs);
  return { ok: true, judgement: { request, sender, going, turnedAway, allowed, waits } };
}

const nobody: readonly TurnedAway[] = [];

function turnedAwayBy(steps: readonly Sorted<unknown>[]): readonly TurnedAway[] {
  return steps.every((step) => step.turnedAway.length === 0)
    ? nobody
    : steps.flatMap((step) => step.turnedAway);
}
