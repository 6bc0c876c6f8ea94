/** The months for which numbers are rented. */

/**
 * The same day and time of the next month, in UTC; where it has no such day, its last one. `day` is the
 * day of the month on which the rental began, so that the 31st comes back after February.
 */
export function nextMonth(fromMs: number, day: number): number {
  const from = new Date(fromMs);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + 1;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const startOfDayMs = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(year, month, Math.min(day, lastDay)) + (fromMs - startOfDayMs);
}

export function dayOfMonth(atMs: number): number {
  return new Date(atMs).getUTCDate();
}
