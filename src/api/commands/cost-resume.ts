/**
 * `GET /v1/statistics/cost-resume`: how many SMS and mails an account has sent, and for how much, by month.
 *
 * `interval` is `last_month`, the one before this; `last_twelve_months`, this one and eleven before it; or
 * `custom`, from the first day `from` to the last day `to`. Months and days are those of the account's wall
 * clock. What was given back counts in the month in which it was.
 */
import type { AccountStore, SpentHour } from '#accounts/account-store.ts';
import { Fields } from '#api/parameters/fields.ts';
import { type FieldValue, succeed } from '#api/reply.ts';
import { must, unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { add, formatExact, zero } from '#core/money.ts';
import { accountZone } from '#core/schedule.ts';
import type { Run } from './command.ts';

export type CostPorts = {
  readonly spending: Pick<AccountStore, 'listSpentHours'>;
  readonly clock: Clock;
};

const intervals = ['last_month', 'last_twelve_months', 'custom'] as const;
/** A leap year: 8,784 hours are read at the most. */
const daysMax = 366;
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

export function describeCosts({ spending, clock }: CostPorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const today = Temporal.Instant.fromEpochMilliseconds(clock.nowMs())
      .toZonedDateTimeISO(accountZone)
      .toPlainDate();
    const span = readSpan(fields, today);
    if (span === undefined || fields.refusal !== undefined) {
      return must(fields.refusal, 'refusal of an interval');
    }
    const hours = await spending.listSpentHours({
      accountId: caller.account.id,
      purse: caller.key.mode,
      fromMs: midnightOf(span.first),
      untilMs: midnightOf(span.last.add({ days: 1 })),
    });
    return succeed({ datas: monthsOf(span).map((stretch) => tell(stretch, hours)) });
  };
}

/** From the first day to the last, both included. */
type Span = { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate };

function readSpan(fields: Fields, today: Temporal.PlainDate): Span | undefined {
  const thisMonth = today.with({ day: 1 });
  if (fields.value('interval') === undefined) fields.miss('interval is missing', 'interval');
  const interval = fields.oneOf('interval', intervals);
  switch (interval) {
    case 'last_month':
      return { first: thisMonth.subtract({ months: 1 }), last: thisMonth.subtract({ days: 1 }) };
    case 'last_twelve_months':
      return { first: thisMonth.subtract({ months: 11 }), last: today };
    case 'custom':
      return readCustom(fields);
    case undefined:
      return undefined;
    default:
      return unreachable(interval);
  }
}

function readCustom(fields: Fields): Span | undefined {
  const first = readDay(fields, 'from');
  const last = readDay(fields, 'to');
  if (first === undefined || last === undefined) return undefined;
  const days = first.until(last).days + 1;
  if (days < 1) return fields.refuse('interval ends before it begins', 'to');
  if (days > daysMax) return fields.refuse('interval is too long', 'to', { max: daysMax });
  return { first, last };
}

function readDay(fields: Fields, field: 'from' | 'to'): Temporal.PlainDate | undefined {
  const text = fields.requiredText(field, 'day is missing');
  if (text === undefined) return undefined;
  const written = /^\s*(\d{1,2})[-/](\d{1,2})[-/](\d{4})\s*$/.exec(text);
  if (written === null) return fields.refuse('value is not a day', field);
  const [day, month, year] = written.slice(1).map(Number);
  try {
    return Temporal.PlainDate.from(
      { day: day ?? 0, month: month ?? 0, year: year ?? 0 },
      { overflow: 'reject' },
    );
  } catch {
    return fields.refuse('value is not a day', field);
  }
}

/** The span cut where months begin. */
function monthsOf({ first, last }: Span): readonly Span[] {
  const found: Span[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; ) {
    const next = day.with({ day: 1 }).add({ months: 1 });
    const end = next.subtract({ days: 1 });
    found.push({ first: day, last: Temporal.PlainDate.compare(end, last) < 0 ? end : last });
    day = next;
  }
  return found;
}

function tell({ first, last }: Span, hours: readonly SpentHour[]): FieldValue {
  const fromMs = midnightOf(first);
  const untilMs = midnightOf(last.add({ days: 1 }));
  const within = hours.filter(({ startsAtMs }) => startsAtMs >= fromMs && startsAtMs < untilMs);
  return {
    month: must(months[first.month - 1], 'name of a month'),
    year: String(first.year),
    m: String(first.month).padStart(2, '0'),
    date: fromMs / 1_000,
    type: 'month',
    cost: formatExact(within.reduce((sum, { cost }) => add(sum, cost), zero)),
    nb_send: String(within.reduce((sum, { parts }) => sum + parts, 0)),
  };
}

/** Where a day begins in the account's zone, which is a whole hour, UTC. */
function midnightOf(day: Temporal.PlainDate): number {
  return day.toZonedDateTime(accountZone).epochMilliseconds;
}
