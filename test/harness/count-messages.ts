/** Counts what there is to count, as the process that has the lease does, at the time that a test says. */

import { systemClock } from '#core/clock.ts';
import { countMessages } from '#sms/records/figure-counter.ts';
import type { MessageRecordStore } from '#sms/records/message-record-store.ts';

/** Ids that a process of the test reserves at a time. */
export const blockSize = 10;

export async function countAt(
  store: Pick<
    MessageRecordStore,
    | 'takeTurn'
    | 'noteBlocks'
    | 'forgetBlock'
    | 'listBlocks'
    | 'recipientsInBlock'
    | 'openRecipients'
    | 'figuresByHour'
    | 'figuresByPlace'
  >,
  nowMs: number,
): Promise<void> {
  const clock = { ...systemClock, nowMs: () => nowMs, sleep: () => Promise.resolve() };
  await countMessages({ store, blockSize, clock });
}
