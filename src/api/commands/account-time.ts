/**
 * Times as clients write and read them, `YYYY-MM-DD HH:MM:SS`: on the wall clock of Paris for every account,
 * because programs rely on it. The zone of an account is that of its notices
 * and of the days in its statistics.
 */
import { accountZone } from '#core/schedule.ts';

export function formatLocalTime(atMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(accountZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** ISO 8601 with the offset of the account's zone: `2030-07-01T12:00:05+02:00`. */
export function formatIsoTime(atMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(accountZone);
  return local.toString({ smallestUnit: 'second', timeZoneName: 'never' });
}
