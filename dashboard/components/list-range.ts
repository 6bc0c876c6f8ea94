/** The time that a list is about, as its address says it, in instants: presets, and a range to the minute in the reader's zone. */
import { readLocalMinute } from './local-minute.ts';

export const rangeNames = [
  'today',
  'yesterday',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'custom',
] as const;

export type RangeName = (typeof rangeNames)[number];

/** As the address has it. */
export type AskedRange = {
  readonly time: string;
  /** Of a custom range, as a field of type `datetime-local` has them; empty: open. */
  readonly from: string;
  readonly until: string;
};

/** What the server is asked: milliseconds since 1970; `until` is exclusive. */
export type Range = { readonly from?: number; readonly until?: number };

const minuteMs = 60_000;
const dayMs = 86_400_000;

const ranges: Readonly<Record<RangeName, (nowMs: number, asked: AskedRange) => Range>> = {
  today: (nowMs) => ({ from: midnight(nowMs, 0) }),
  yesterday: (nowMs) => ({ from: midnight(nowMs, -1), until: midnight(nowMs, 0) }),
  day: (nowMs) => ({ from: nowMs - dayMs }),
  week: (nowMs) => ({ from: nowMs - 7 * dayMs }),
  month: (nowMs) => ({ from: nowMs - 30 * dayMs }),
  quarter: (nowMs) => ({ from: nowMs - 90 * dayMs }),
  year: (nowMs) => ({ from: nowMs - 365 * dayMs }),
  custom: (_, asked) => customRange(asked),
};

export function readRange(asked: AskedRange, nowMs: number): Range {
  const name = rangeNames.find((known) => known === asked.time);
  return name === undefined ? {} : ranges[name](nowMs, asked);
}

/** As operations are asked. */
export function readInstants(asked: AskedRange, nowMs: number) {
  const { from, until } = readRange(asked, nowMs);
  return { from: written(from), until: written(until) };
}

function written(atMs: number | undefined): string | undefined {
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}

/** The minute that is named last is in it. */
function customRange({ from, until }: AskedRange): Range {
  const [fromMs, untilMs] = [readLocalMinute(from), readLocalMinute(until)];
  return {
    ...(fromMs !== undefined && { from: fromMs }),
    ...(untilMs !== undefined && { until: untilMs + minuteMs }),
  };
}

/** Days of 23 and 25 hours exist, so a calendar counts them. */
function midnight(nowMs: number, days: number): number {
  const at = new Date(nowMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}
