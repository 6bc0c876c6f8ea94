/**
 * A send goes to all of its recipients or to none, but for those on the opt-out list, which are left out:
 * what those that were turned away mean for the request.
 */
import { unreachable } from '#core/assert.ts';
import type { SendRefusal } from '#sms/send-request.ts';
import type { Sorted, TurnedAway } from './judgement.ts';

/** Where recipients are taken one by one only an empty rest stops the request. */
export function refusePartial(judged: Sorted<unknown>): SendRefusal | undefined {
  return judged.going.length > 0 ? undefined : refuseWhole(judged);
}

/** Undefined: everybody may go. The phones that the first reason is about are all named. */
export function refuseWhole({ going, turnedAway }: Sorted<unknown>): SendRefusal | undefined {
  const first = turnedAway.find(({ refusal }) => refusal.why !== 'stopped');
  if (first === undefined) {
    const phones = stoppedOf(turnedAway);
    return going.length === 0 && phones.length > 0 ? { why: 'stopped', phones } : undefined;
  }
  const { refusal } = first;
  switch (refusal.why) {
    case 'no price':
    case 'no operator':
    case 'country is closed':
    case 'number is costly':
    case 'price is above the ceiling':
    case 'stopped':
      return { why: refusal.why, phones: phonesOf(refusal.why, turnedAway) };
    case 'simulator is off':
    case 'text is empty':
    case 'text is too long':
      return refusal;
    default:
      return unreachable(refusal);
  }
}

export function stoppedOf(turnedAway: readonly TurnedAway[]) {
  return phonesOf('stopped', turnedAway);
}

function phonesOf(why: SendRefusal['why'], turnedAway: readonly TurnedAway[]) {
  return turnedAway.filter(({ refusal }) => refusal.why === why).map(({ phone }) => phone);
}
