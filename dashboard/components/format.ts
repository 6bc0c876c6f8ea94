/** Money, times, numbers and phones as the reader's language writes them. */
import { type Language, localeOf } from '../texts/texts.ts';

/** Times have 24 hours in every region: they are compared with logs. */
export const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** As many decimals as a price has, at least two. */
const moneyDigits = { minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;

/** `amount`: a decimal text of the server, `0.038`. */
export function formatMoney(amount: string, currency: string, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    ...moneyDigits,
  }).format(amount as `${number}`);
}

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language)).format(value);
}

/** `share`: 0 to 1. What is nearly all is not told as all. */
export function formatShare(share: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'percent',
    maximumFractionDigits: 1,
    roundingMode: 'floor',
  }).format(share);
}

const dayMs = 86_400_000;

/** The time alone for today, with the day for what is older. In the reader's zone. */
export function formatTime(atMs: number, language: Language, nowMs: number): string {
  const at = new Date(atMs);
  const isToday = Math.abs(nowMs - atMs) < dayMs && at.getDate() === new Date(nowMs).getDate();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short', year: yearOf(at, nowMs) } as const);
  return new Intl.DateTimeFormat(localeOf(language), {
    ...day,
    ...clockTime,
    second: isToday ? '2-digit' : undefined,
  }).format(at);
}

function yearOf(at: Date, nowMs: number): 'numeric' | undefined {
  return at.getFullYear() === new Date(nowMs).getFullYear() ? undefined : 'numeric';
}

/** For those who compare with a log: `2026-11-21 20:57:03.412 UTC`. */
export function formatUtc(atMs: number): string {
  return `${new Date(atMs).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** `850 ms`, `3.2 s`, `4.5 min`. Cut, not rounded: a percentile is never above the greatest value. */
export function formatDuration(ms: number, language: Language): string {
  const [value, unit] = durationOf(ms);
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'millisecond' ? 0 : 1,
    roundingMode: 'trunc',
  }).format(value);
}

/** Null: nothing has arrived. */
export function formatDelay(delayMs: number | null, language: Language): string {
  return delayMs === null ? '–' : formatDuration(delayMs, language);
}

function durationOf(ms: number): readonly [number, string] {
  if (ms < 1_000) return [ms, 'millisecond'];
  if (ms < 60_000) return [ms / 1_000, 'second'];
  if (ms < 3_600_000) return [ms / 60_000, 'minute'];
  return ms < 2 * dayMs ? [ms / 3_600_000, 'hour'] : [ms / dayMs, 'day'];
}

export function formatBytes(bytes: number, language: Language): string {
  const [value, unit]: readonly [number, string] =
    bytes < 1_000
      ? [bytes, 'byte']
      : bytes < 1_000_000
        ? [bytes / 1_000, 'kilobyte']
        : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(value);
}

/** Calling codes whose numbers are grouped in a way that everybody knows; others in threes. */
const groupings: readonly (readonly [prefix: RegExp, groups: readonly number[]])[] = [
  [/^33\d{9}$/, [2, 1, 2, 2, 2, 2]],
  [/^44\d{10}$/, [2, 4, 6]],
  [/^1\d{10}$/, [1, 3, 3, 4]],
  [/^32\d{9}$/, [2, 3, 2, 2, 2]],
  [/^41\d{9}$/, [2, 2, 3, 2, 2]],
];

/** `33639980001` as `+33 6 39 98 00 01`. What is masked, short or a name stays as it is. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/^\+/, '');
  if (!/^\d{8,15}$/.test(digits)) return phone;
  const groups = groupings.find(([form]) => form.test(digits))?.[1];
  return `+${groups === undefined ? inThrees(digits) : cut(digits, groups)}`;
}

function cut(digits: string, groups: readonly number[]): string {
  const starts = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, length) => sum + length, 0),
  );
  return starts.map((start, at) => digits.slice(start, start + (groups[at] ?? 0))).join(' ');
}

/** After two digits that may be the calling code. */
function inThrees(digits: string): string {
  return [digits.slice(0, 2), ...(digits.slice(2).match(/\d{1,3}/g) ?? [])].join(' ');
}
