/** Which sender the phones show: the one that the request names, else the operator's own. */
import type { SendRequest } from '#sms/send-request.ts';
import type { Refused } from './judgement.ts';

export type ChosenSender = { readonly ok: true; readonly sender: string } | Refused;

/** An empty sender is the operator's default. */
export function chooseSender({ sender }: SendRequest): ChosenSender {
  return { ok: true, sender: sender ?? '' };
}
