/** Takes a message back, with its money, until five minutes before it leaves: one that is scheduled, waits for the day, or is held. */
import type { Clock } from '#core/clock.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { KeyReach } from '#model/key-mode.ts';
import type { MessageStore, SentMessage } from '#sms/message-store.ts';

export type CancelPorts = {
  readonly messages: Pick<MessageStore, 'findMessage' | 'cancel'>;
  /** So many parts are owed no more. */
  readonly partsWithdrawn: (parts: number) => void;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export type CancelRefusal =
  | 'message is not there'
  | 'message is cancelled'
  | 'message was stopped'
  | 'message is sent'
  | 'message leaves too soon';

const beforeMs = 5 * 60_000;

/** What leaves earlier than that cannot be taken back any more. */
export function leavesAfterMs(nowMs: number): number {
  return nowMs + beforeMs;
}

/** Until when a part that leaves then can be taken back. */
export function cancellableUntilMs(leavesAtMs: number): number {
  return leavesAtMs - beforeMs;
}

/** How many parts were owed. */
export async function cancelMessage(
  { messages, partsWithdrawn, clock }: CancelPorts,
  reach: KeyReach,
  messageId: number,
): Promise<number | Refusal<CancelRefusal>> {
  const message = await messages.findMessage(reach, messageId);
  if (message === undefined) return refuse('message is not there', { field: 'message' });
  if (message.cancelled) return refuse('message is cancelled', { field: 'message' });
  const nowMs = clock.nowMs();
  const wish = { ...reach, messageId, nowMs, leavesAfterMs: leavesAfterMs(nowMs) };
  const parts = await messages.cancel(wish);
  if (parts === 0) return whyNot(await messages.findMessage(reach, messageId), nowMs);
  partsWithdrawn(parts);
  return parts;
}

/** Nothing of it leaves later: another call was faster, it leaves soon, or it has left. */
function whyNot(message: SentMessage | undefined, nowMs: number): Refusal<CancelRefusal> {
  const field = 'message';
  if (message?.cancelled === true) return refuse('message is cancelled', { field });
  if (message?.stopped === true) return refuse('message was stopped', { field });
  const scheduledAtMs = message?.scheduledAtMs ?? nowMs;
  const hasLeft = scheduledAtMs <= nowMs || scheduledAtMs >= leavesAfterMs(nowMs);
  if (hasLeft) return refuse('message is sent', { field });
  return refuse('message leaves too soon', { field, params: { minutes: beforeMs / 60_000 } });
}
