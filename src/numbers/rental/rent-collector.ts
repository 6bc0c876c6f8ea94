/** Takes the rent of each month; a number whose account cannot pay is paused, and at last given back. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { VirtualNumber } from '../virtual-number.ts';
import type { VirtualNumberStore } from '../virtual-number-store.ts';
import { dayOfMonth, nextMonth } from './month.ts';

const everyMs = 60_000;
const atOnce = 100;
const dayMs = 24 * 3_600_000;
/** How long the account has to find the money before calls and messages stop. */
const graceMs = 3 * dayMs;
/** And before the number goes back to stock. */
const keptMs = 30 * dayMs;
const quarantineMs = 30 * dayMs;

export type CollectorPorts = {
  readonly numbers: Pick<VirtualNumberStore, 'listUnpaid' | 'payRent' | 'deactivate' | 'giveBack'>;
  readonly clock: Clock;
  readonly log: Log;
};

const unpaid = 'unpaid';

export function rentCollector(ports: CollectorPorts): LeaderJob {
  return { name: 'collection of rents', everyMs, work: () => collectRents(ports) };
}

/** Each number by itself: an account that cannot pay for one may pay for another. */
export async function collectRents(ports: CollectorPorts): Promise<void> {
  const nowMs = ports.clock.nowMs();
  for (let afterId = 0; ; ) {
    const numbers = await ports.numbers.listUnpaid(nowMs, afterId, atOnce);
    for (const number of numbers) {
      const { accountId, paidUntilMs } = number;
      if (accountId === null || paidUntilMs === null) continue;
      await collect({ ...number, accountId, paidUntilMs }, nowMs, ports);
    }
    const last = numbers.at(-1);
    if (last === undefined || numbers.length < atOnce) return;
    afterId = last.id;
  }
}

type Owed = VirtualNumber & { readonly accountId: number; readonly paidUntilMs: number };

async function collect(number: Owed, nowMs: number, ports: CollectorPorts): Promise<void> {
  const { accountId, paidUntilMs, monthlyPrice: price } = number;
  const day = dayOfMonth(number.rentedAtMs ?? paidUntilMs);
  // Who pays late pays from the day on which he does, not for weeks in which nothing worked.
  const fromMs = !number.active ? nowMs : paidUntilMs;
  const untilMs = nextMonth(fromMs, fromMs === nowMs ? dayOfMonth(nowMs) : day);
  const due = { number, accountId, price, fromMs, untilMs, atMs: nowMs };
  if (await ports.numbers.payRent(due)) return;
  await warn(number, nowMs - paidUntilMs, nowMs, ports);
}

async function warn(number: Owed, lateMs: number, atMs: number, ports: CollectorPorts) {
  const { numbers, log } = ports;
  const { id: numberId, accountId, phone } = number;
  const author = { actor: 'rent', atMs };
  if (lateMs >= keptMs) {
    log.warn('number.given.back', { number: phone, accountId, why: unpaid });
    await numbers.giveBack({ numberId, accountId, freeAfterMs: atMs + quarantineMs }, author);
  } else if (lateMs >= graceMs && number.active) {
    log.warn('number.deactivated', { number: phone, accountId, why: unpaid });
    await numbers.deactivate(numberId, unpaid, author);
  }
}
