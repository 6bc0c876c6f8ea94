/** Who the ledger and the audit name for what is done here. */
import { type Author, commandLine } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';

export function authorNow(clock: Pick<Clock, 'nowMs'>): Author {
  return { actor: commandLine, atMs: clock.nowMs() };
}
