/** Over which time figures are asked for, and in which steps, as the address says it. */

/** The lengths that a page offers, in days. */
export const spanDays = [1, 7, 30, 90, 365] as const;

export type Span = {
  readonly days: (typeof spanDays)[number];
  readonly by: 'hour' | 'day';
  /** Hours of more than a month would be too many. */
  readonly mayBeByHour: boolean;
};

const hourMs = 3_600_000;
const hourlyDaysMax = 30;

/** What an address says that makes no sense is as if it said nothing. */
export function readSpan(writtenDays: string, writtenBy: string): Span {
  const days = spanDays.find((known) => String(known) === writtenDays) ?? 30;
  const mayBeByHour = days <= hourlyDaysMax;
  const isByHour = writtenBy === 'hour' || (writtenBy !== 'day' && days === 1);
  return { days, by: isByHour && mayBeByHour ? 'hour' : 'day', mayBeByHour };
}

/** The hour that runs is in it. */
export function spanAt({ days }: Span, nowMs: number): { from: string; until: string } {
  const untilMs = (Math.floor(nowMs / hourMs) + 1) * hourMs;
  return { from: String(untilMs - days * 24 * hourMs), until: String(untilMs) };
}
