/** Adds up the hours that are kept with the accepts: no message is read. */
import type { SpendingStore, SpentHour } from '#accounts/spending-store.ts';
import { accountZone } from '#api/commands/account-time.ts';
import { refuse } from '#api/reply.ts';
import { add, formatExact, zero } from '#core/money.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import { give, type Handler, handle } from '../handler.ts';
import { accountStatistics } from './definitions.ts';

export type StatisticsPorts = CallerPorts & { readonly spending: SpendingStore };

const hourMs = 3_600_000;
const spanMs = { hour: 31 * 24 * hourMs, day: 400 * 24 * hourMs };

export function statisticsHandlers(ports: StatisticsPorts): readonly Handler[] {
  return [
    handle(accountStatistics, async ({ accountId, query }) => {
      const { mode, by, from, until } = query;
      if (until <= from) return refuse('interval ends before it begins', { field: 'until' });
      if (until - from > spanMs[by]) {
        const max = spanMs[by] / 24 / hourMs;
        return refuse('interval is too long', { field: 'until', details: { max } });
      }
      const starts = stepsOf(by, from, until);
      const [fromMs = from] = starts;
      const { currency } = await findAccount(ports, accountId);
      const wish = { accountId, purse: mode, fromMs, untilMs: until };
      const hours = await ports.spending.listSpentHours(wish);
      const steps = addUp(starts, hours);
      return give({
        currency,
        zone: accountZone,
        parts: hours.reduce((sum, { parts }) => sum + parts, 0),
        cost: formatExact(hours.reduce((sum, { cost }) => add(sum, cost), zero)),
        steps: steps.map(({ atMs, parts, cost }) => ({
          from: atMs,
          parts,
          cost: formatExact(cost),
        })),
      });
    }),
  ];
}

/** Where hours or days of the account's zone begin, from the one that `fromMs` lies in. */
function stepsOf(by: 'hour' | 'day', fromMs: number, untilMs: number): readonly number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(accountZone);
  let at =
    by === 'day'
      ? first.startOfDay()
      : first.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const starts: number[] = [];
  while (at.epochMilliseconds < untilMs) {
    starts.push(at.epochMilliseconds);
    at = by === 'day' ? at.add({ days: 1 }).startOfDay() : at.add({ hours: 1 });
  }
  return starts;
}

/** Both are in the order of time. */
function addUp(starts: readonly number[], hours: readonly SpentHour[]) {
  const steps = starts.map((atMs) => ({ atMs, parts: 0, cost: zero }));
  let at = 0;
  for (const { startsAtMs, parts, cost } of hours) {
    while (at + 1 < steps.length && (starts[at + 1] ?? 0) <= startsAtMs) at += 1;
    const step = steps[at];
    if (step === undefined) continue;
    step.parts += parts;
    step.cost = add(step.cost, cost);
  }
  return steps;
}
