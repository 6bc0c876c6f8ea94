/** A message whose parts an operator takes under ids that a test gives, and receipts for them. */
import { must } from '#core/assert.ts';
import { submittedPart } from '#sms/receipts/submitted-part.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { aReceiptPdu, type ReceiptWords, type SmsWorld } from './sms-world.ts';

/** Accepts a message; its parts are then taken one by one, under ids that the test gives. */
export async function send(world: SmsWorld, changes: Partial<SendRequest> = {}) {
  const before = world.offered.length;
  const { messageId } = await world.sent(changes);
  const parts = world.offered.slice(before);
  /** The operator's answer has come: known in memory at once, in the table when this settles. */
  const submitted = (id: string, place = 1) => {
    const owed = must(parts[place - 1], 'part');
    const submittedPartId = must(world.opened.ids['submitted part'].take(), 'id');
    const submittedAtMs = world.clock.nowMs();
    const part = submittedPart(owed, { submittedPartId, submittedAtMs });
    world.awaited.add(world.operator.id, id, part);
    return world.opened.facts
      .submitted({
        submittedPartId,
        job: owed.job,
        operatorId: world.operator.id,
        remoteId: id,
        phone: owed.load.recipient.phone,
        submittedAtMs,
        awaitsReport: true,
        intended: false,
      })
      .then(async (kept) => {
        await world.opened.receipts.takeKept(part, kept, world.operator.settings);
        return kept.length;
      });
  };
  return { messageId, submitted };
}

export function receive(world: SmsWorld, words: ReceiptWords): Promise<number> {
  return world.opened.receipts.take(world.operator, aReceiptPdu(words));
}
