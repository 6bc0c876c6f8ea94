/** `message-cancel`: takes a message back, with its money, until five minutes before it leaves: one that is scheduled, waits for the day, or is held. */
import { reachOf } from '#accounts/authenticator.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { type Answer, refuse, succeed } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import type { SentMessage, SentMessageStore } from '#sms/sent-message-store.ts';
import type { Run } from './command.ts';

export type CancelPorts = {
  readonly sentMessages: Pick<SentMessageStore, 'findMessage' | 'cancel'>;
  /** So many parts are owed no more. */
  readonly partsWithdrawn: (parts: number) => void;
  readonly clock: Clock;
};

const beforeMs = 5 * 60_000;
const field = 'messageId';
const done = { en: 'The message is cancelled.', fr: 'Le message est annulé.' };

export function cancelMessage(ports: CancelPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = fields.requiredText(field, 'message id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const messageId = parseWholeNumber(written ?? '');
    const reach = reachOf(call.caller);
    const message = messageId && (await ports.sentMessages.findMessage(reach, messageId));
    if (!messageId || !message) return refuse('message is not there', { field });
    const nowMs = ports.clock.nowMs();
    if (message.cancelled) return alreadyCancelled;
    const leavesAfterMs = nowMs + beforeMs;
    const wish = { ...reach, messageId, nowMs, leavesAfterMs };
    const parts = await ports.sentMessages.cancel(wish);
    if (parts === 0) {
      return refuseNow(await ports.sentMessages.findMessage(reach, messageId), nowMs);
    }
    ports.partsWithdrawn(parts);
    return succeed({ message: done[call.language] });
  };
}

/** Nothing of it leaves later: another call was faster, it leaves soon, or it has left. */
function refuseNow(message: SentMessage | undefined, nowMs: number): Answer {
  if (message?.cancelled === true) return alreadyCancelled;
  if (message?.stopped === true) return refuse('message was stopped', { field });
  const scheduledAtMs = message?.scheduledAtMs ?? nowMs;
  if (scheduledAtMs <= nowMs || scheduledAtMs >= nowMs + beforeMs) return alreadySent;
  return refuse('message leaves too soon', { field, details: { minutes: beforeMs / 60_000 } });
}

const alreadyCancelled = refuse('message is cancelled', { field });
const alreadySent = refuse('message is sent', { field });
