/** Sets apart the phones that want nothing from this account any more. */
import type { SendRequest } from '#sms/send-request.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import type { Addressee, Sorted } from './judgement.ts';

export type StopPorts = { readonly stops: Pick<StopList, 'stopped'> };

export async function skipStopped(
  addressees: readonly Addressee[],
  { caller }: SendRequest,
  { stops }: StopPorts,
): Promise<Sorted<Addressee>> {
  const phones = addressees.map(({ phone }) => phone);
  const stopped = await stops.stopped(caller.account.id, phones);
  if (stopped.length === 0) return { going: addressees, turnedAway: [] };
  const isStopped = new Set(stopped);
  return {
    going: addressees.filter(({ phone }) => !isStopped.has(phone)),
    turnedAway: stopped.map((phone) => ({ phone, refusal: { why: 'stopped' } })),
  };
}
