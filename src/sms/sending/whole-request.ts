/** A send goes to all of its recipients or to none: what those that were turned away mean for the request. */
import { unreachable } from '#core/assert.ts';
import type { SendRefusal } from '#sms/send-request.ts';
import type { Sorted, TurnedAway } from './judgement.ts';

/** Undefined: everybody may go. The phones that the first reason is about are all named. */
export function refuseWhole({ turnedAway }: Sorted<unknown>): SendRefusal | undefined {
  const [first] = turnedAway;
  if (first === undefined) return undefined;
  const { refusal } = first;
  switch (refusal.why) {
    case 'no price':
    case 'no operator':
    case 'country is closed':
    case 'number is costly':
    case 'price is above the ceiling':
      return { why: refusal.why, phones: phonesOf(refusal.why, turnedAway) };
    case 'simulator is off':
    case 'text is empty':
    case 'text is too long':
      return refusal;
    default:
      return unreachable(refusal);
  }
}

function phonesOf(why: SendRefusal['why'], turnedAway: readonly TurnedAway[]) {
  return turnedAway.filter(({ refusal }) => refusal.why === why).map(({ phone }) => phone);
}
