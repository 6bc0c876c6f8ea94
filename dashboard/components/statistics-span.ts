/** Over which time figures are asked for, in which steps, and beside which other time, as the address says it. */
import { type AskedRange, type RangeName, readRange } from './list-range.ts';

export type Span = {
  readonly asked: AskedRange;
  readonly by: 'hour' | 'day';
  /** Hours of more than a month would be too many. */
  readonly mayBeByHour: boolean;
  /** Whether the period before stands beside it. */
  readonly compares: boolean;
};

export type AskedSpan = {
  readonly range: AskedRange;
  readonly by: string;
  readonly compare: string;
};

/** As operations are asked; `until` is exclusive. */
export type Period = { readonly from: string; readonly until: string };

export const usualRange: RangeName = 'month';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hourlyMaxMs = 31 * dayMs;
const usuallyHourlyMaxMs = 2 * dayMs;

/** What an address says that makes no sense is as if it said nothing. */
export function readSpan({ range, by, compare }: AskedSpan, nowMs: number): Span {
  const asked = range.time === '' ? { ...range, time: usualRange } : range;
  const { fromMs, untilMs } = instantsOf(asked, nowMs);
  const lengthMs = untilMs - fromMs;
  const mayBeByHour = lengthMs <= hourlyMaxMs;
  const isByHour = by === 'hour' || (by !== 'day' && lengthMs <= usuallyHourlyMaxMs);
  return {
    asked,
    by: isByHour && mayBeByHour ? 'hour' : 'day',
    mayBeByHour,
    compares: compare === 'before',
  };
}

export function spanAt({ asked }: Pick<Span, 'asked'>, nowMs: number): Period {
  const { fromMs, untilMs } = instantsOf(asked, nowMs);
  return periodOf(fromMs, untilMs);
}

/** As long, and right before it; a day that is not over is compared with the same hours of the day before. */
export function spanBefore({ asked }: Pick<Span, 'asked'>, nowMs: number): Period {
  const { fromMs, untilMs } = instantsOf(asked, nowMs);
  const apartMs = asked.time === 'today' ? dayMs : untilMs - fromMs;
  return periodOf(fromMs - apartMs, untilMs - apartMs);
}

function periodOf(fromMs: number, untilMs: number): Period {
  return { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() };
}

/** The hour that runs is in it; a length such as seven days is whole hours back from its end. */
function instantsOf(asked: AskedRange, nowMs: number) {
  const { from, until } = readRange(asked, nowMs);
  const untilMs = until ?? (Math.floor(nowMs / hourMs) + 1) * hourMs;
  if (from === undefined) return { fromMs: untilMs - 30 * dayMs, untilMs };
  const isLength = until === undefined && asked.time !== 'today' && asked.time !== 'custom';
  return { fromMs: isLength ? from + untilMs - nowMs : from, untilMs };
}
