/** Sets apart the phones that want nothing from this account any more. */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { SendRequest } from '#sms/send-request.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import type { Addressee, Sorted } from './judgement.ts';

export type StopPorts = { readonly stops: Pick<StopList, 'stopped' | 'isKnownStopped'> };

/** At once where the account's list is in memory. */
export function skipStopped(
  addressees: readonly Addressee[],
  { caller }: SendRequest,
  { stops }: StopPorts,
): Sorted<Addressee> | Promise<Sorted<Addressee>> {
  const phones = addressees.map(({ phone }) => phone);
  const stopped = stops.stopped(caller.account.id, phones);
  return stopped instanceof Promise
    ? stopped.then((known) => leaveOut(addressees, known))
    : leaveOut(addressees, stopped);
}

function leaveOut(
  addressees: readonly Addressee[],
  stopped: readonly PhoneNumber[],
): Sorted<Addressee> {
  if (stopped.length === 0) return { going: addressees, turnedAway: [] };
  const isStopped = new Set(stopped);
  return {
    going: addressees.filter(({ phone }) => !isStopped.has(phone)),
    turnedAway: stopped.map((phone) => ({ phone, refusal: { why: 'stopped' } })),
  };
}
