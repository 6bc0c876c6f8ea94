/** Which recipients of messages the cancel operation would take back at this instant, and until when. */
import type { Clock } from '#core/clock.ts';
import type { MessageStore } from '#sms/message-store.ts';
import { cancellableUntilMs, leavesAfterMs } from '#sms/sending/cancel-message.ts';
import type { RecipientRecord } from './message-record-store.ts';

export type CancellablePorts = {
  readonly messages: Pick<MessageStore, 'findCancellable'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

/** By recipient, the last instant at which it can be cancelled; null: as long as a limit or a paused campaign holds it. */
export type Cancellable = ReadonlyMap<number, number | null>;

type Standing = Pick<RecipientRecord, 'id' | 'messageId' | 'state' | 'scheduledAtMs'>;

/** Nothing of a scheduled message is tried before its time; of others the queues say what waits. */
export async function findCancellable(
  { messages, clock }: CancellablePorts,
  accountId: number,
  recipients: readonly Standing[],
): Promise<Cancellable> {
  const leavesAfter = leavesAfterMs(clock.nowMs());
  const accepted = recipients.filter(({ state }) => state === 'accepted');
  const found = new Map<number, number | null>();
  const unscheduled: Standing[] = [];
  for (const each of accepted) {
    const { scheduledAtMs } = each;
    if (scheduledAtMs === null || scheduledAtMs < leavesAfter) unscheduled.push(each);
    else found.set(each.id, cancellableUntilMs(scheduledAtMs));
  }
  if (unscheduled.length === 0) return found;
  const ids = new Set(unscheduled.map(({ id }) => id));
  const messageIds = [...new Set(unscheduled.map(({ messageId }) => messageId))];
  const waiting = await messages.findCancellable({
    accountId,
    leavesAfterMs: leavesAfter,
    messageIds,
  });
  for (const { recipientId, leavesAtMs } of waiting) {
    if (!ids.has(recipientId)) continue;
    found.set(recipientId, leavesAtMs === null ? null : cancellableUntilMs(leavesAtMs));
  }
  return found;
}

/** Until when something of them can be cancelled; null: nothing can, or there is no end. */
export function lastInstant(cancellable: Cancellable): number | null {
  const instants = [...cancellable.values()];
  const ends = instants.filter((one) => one !== null);
  return ends.length === 0 || ends.length < instants.length ? null : Math.max(...ends);
}
