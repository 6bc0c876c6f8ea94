/** Which operator carries the text to each phone, and what a part to it costs. */
import type { Directory, RoutePorts } from '#sms/directory.ts';
import type { Operator } from '#sms/operator.ts';
import type { SendRequest } from '#sms/send-request.ts';
import {
  type Addressee,
  isTest,
  isUrgent,
  type Routed,
  type Sorted,
  type TurnedAway,
} from './judgement.ts';

export type RoutingPorts = RoutePorts & { readonly directory: () => Directory };

/** A request with the sender that its phones will show. */
export type Outgoing = { readonly request: SendRequest; readonly sender: string };

export function routeAndPrice(
  addressees: readonly Addressee[],
  outgoing: Outgoing,
  ports: RoutingPorts,
  nowMs: number,
): Sorted<Routed> {
  const directory = ports.directory();
  const { account } = outgoing.request.caller;
  const test = isTest(outgoing.request);
  const going: Routed[] = [];
  const turnedAway: TurnedAway[] = [];
  for (const { phone, text } of addressees) {
    const price = directory.priceOf(phone, account, nowMs);
    const way = test
      ? testWay(directory.builtIn)
      : directory.chooseRoute(
          {
            phone,
            sender: outgoing.sender,
            grade: outgoing.request.grade,
            urgent: isUrgent(outgoing.request),
          },
          ports,
        );
    if (price === undefined) turnedAway.push({ phone, refusal: { why: 'no price' } });
    else if (way === undefined) {
      const why = test ? 'simulator is off' : 'no operator';
      turnedAway.push({ phone, refusal: { why } });
    } else going.push({ phone, text, operator: way.operator, reason: way.reason, price });
  }
  return { going, turnedAway };
}

/** Test keys have a route of their own, which no setting changes. */
function testWay(builtIn: Operator | undefined): Pick<Routed, 'operator' | 'reason'> | undefined {
  return builtIn && { operator: builtIn, reason: 'only route' };
}
