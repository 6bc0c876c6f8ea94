/** What tells transactions apart. */
import { keptKey } from '#core/kept-key.ts';
import { splitLists } from '../fields.ts';
import type { SipRequest } from '../message.ts';
import type { Envelope } from '../validate.ts';

/** RFC 3261 §8.1.1.7: a branch that begins so is unique; without more behind it it tells nothing. */
export const magicCookie = 'z9hG4bK';

/** The key of the transaction that a request belongs to; an ACK's is its INVITE's, a CANCEL's its own. */
export function serverKey(
  request: SipRequest,
  { via, fromTag, callId, cseq }: Envelope,
  method: string = request.method,
): string {
  const kind = method === 'ACK' ? 'INVITE' : method;
  const branch = via.parameters.get('branch') ?? '';
  if (branch.length > magicCookie.length && branch.startsWith(magicCookie)) {
    // §17.2.3: branch, sent-by, method.
    return keptKey(`${kind} ${branch} ${via.host}:${via.port ?? ''}`);
  }
  // §17.2.3 for RFC 2543. To is left out, because an ACK's tag is that of the answer.
  const top = splitLists([request.headers.get('via') ?? ''])?.[0] ?? '';
  return keptKey(`2543 ${kind} ${request.uri} ${fromTag} ${callId} ${cseq.number} ${top}`);
}

/** §17.1.3: the branch and the method in CSeq. */
export function clientKey(branch: string, method: string): string {
  return `${method} ${branch}`;
}

/** §8.2.2.2: a request that came twice on different ways has these in common. */
export function mergeKey({ fromTag, callId, cseq }: Envelope): string {
  return keptKey(`${callId} ${fromTag} ${cseq.number} ${cseq.method}`);
}
