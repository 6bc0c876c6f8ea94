/** Sets apart the phones that want nothing from this account any more. */
import type { SendRequest } from '#sms/send-request.ts';
import type { Addressee, Sorted } from './judgement.ts';

/** No short number takes a STOP yet, so nobody can have sent one. */
export function skipStopped(going: readonly Addressee[], _request: SendRequest): Sorted<Addressee> {
  return { going, turnedAway: [] };
}
