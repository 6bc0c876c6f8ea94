/** Whether the account may send so much, so fast, to these countries, at this hour. */
import type { SendRequest } from '#sms/send-request.ts';
import type { Priced, Refused, Sorted } from './judgement.ts';

export type LimitsReply = ({ readonly ok: true } & Sorted<Priced>) | Refused;

/** An account has no limits yet but its balance, which the commit judges. */
export function checkLimits(going: readonly Priced[], _request: SendRequest): LimitsReply {
  return { ok: true, going, turnedAway: [] };
}
