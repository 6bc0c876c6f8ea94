/** What a request under an idempotency key was told when it was accepted: whoever repeats it hears that again. */
import { findFirstReply, type Idempotency, type ReplyPorts } from '#core/idempotency.ts';
import type { SendReply, Sent } from '#sms/send-request.ts';
import { refused } from './judgement.ts';

/** Undefined: nothing was accepted under this key. */
export async function firstReply(
  accountId: number,
  idempotency: Idempotency,
  ports: ReplyPorts,
): Promise<SendReply | undefined> {
  const first = await findFirstReply(accountId, idempotency, ports);
  if (first === undefined) return undefined;
  return first.kind === 'repeated'
    ? repeated(first.reply)
    : refused({ why: 'idempotency key was used for another request' });
}

export function repeated(reply: string): SendReply {
  return { ok: true, sent: JSON.parse(reply) as Sent };
}
