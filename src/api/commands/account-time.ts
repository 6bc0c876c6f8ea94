/**
 * Times as clients write and read them: on the wall clock of the account, written
 * `YYYY-MM-DD HH:MM:SS`. Accounts have no time zone of their own yet: it is that of Paris.
 */

export const accountZone = 'Europe/Paris';

export function formatLocalTime(atMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(accountZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}
