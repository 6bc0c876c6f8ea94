/** What a copy of an email has cost in the end. */
import { type Millionths, zero } from '#core/money.ts';
import type { MailStatus } from './email.ts';

/** As the commits of these states refund it: what no server has taken costs nothing. */
export function costOfMail({
  state,
  class: why,
  cost,
}: Pick<MailStatus, 'state' | 'class' | 'cost'>): Millionths {
  const isRefunded =
    state === 'suppressed' || state === 'cancelled' || (state === 'failed' && why !== 'in-doubt');
  return isRefunded ? zero : cost;
}
