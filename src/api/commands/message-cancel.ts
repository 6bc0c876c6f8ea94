/** `message-cancel`: takes a scheduled message back, with its money, until five minutes before it leaves. */
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

export function cancelMessage(ports: CancelPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = fields.requiredText(field, 'message id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const messageId = parseWholeNumber(written ?? '');
    const accountId = call.caller.account.id;
    const message = messageId && (await ports.sentMessages.findMessage(accountId, messageId));
    if (!messageId || !message) return refuse('message is not there', { field });
    const nowMs = ports.clock.nowMs();
    const obstacle = refuseState(message, nowMs);
    if (obstacle !== undefined) return obstacle;
    const leavesAfterMs = nowMs + beforeMs;
    const wish = { accountId, messageId, nowMs, leavesAfterMs };
    const parts = await ports.sentMessages.cancel(wish);
    if (parts === 0) return refuseNow(await ports.sentMessages.findMessage(accountId, messageId));
    ports.partsWithdrawn(parts);
    return succeed({ message: 'The message is cancelled.' });
  };
}

function refuseState({ scheduledAtMs, cancelled }: SentMessage, nowMs: number) {
  if (cancelled) return alreadyCancelled;
  if (scheduledAtMs === null || scheduledAtMs <= nowMs) return alreadySent;
  if (scheduledAtMs < nowMs + beforeMs) {
    return refuse('message leaves too soon', { field, details: { minutes: beforeMs / 60_000 } });
  }
  return undefined;
}

/** Between the look and the commit another call was faster, or nothing of it was owed any more. */
function refuseNow(message: SentMessage | undefined): Answer {
  return message?.cancelled === true ? alreadyCancelled : alreadySent;
}

const alreadyCancelled = refuse('message is cancelled', { field });
const alreadySent = refuse('message is sent', { field });
