/** Counts the mails that there are to count, as the process that has the lease does, at the time that a test says. */

import { systemClock } from '#core/clock.ts';
import { countMails } from '#mail/figures/mail-counter.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';

export async function countMailsAt(
  store: Pick<EmailStore, 'takeTurn' | 'uncountedMails' | 'figuresByHour' | 'figuresByProvider'>,
  nowMs: number,
): Promise<void> {
  const clock = { ...systemClock, nowMs: () => nowMs, sleep: () => Promise.resolve() };
  await countMails({ store, clock });
}
