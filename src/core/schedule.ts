/** When something leaves, and how long it may take: the bounds of all that is sent, whichever door it comes by. */
import { textOf } from './input-form.ts';

/** Programs rely on it: schedules are read and times are written on the clock of Paris, for every account. */
export const accountZone = 'Europe/Paris';

export const validitySecondsMin = 60;
export const validitySecondsMax = 7 * 24 * 3_600;

const yearsMax = 10;

export type ScheduleRange = { readonly nowMs: number; readonly mayBePast?: boolean };

export type ScheduleFault = 'schedule is in the past' | 'schedule is too far';

export function findScheduleFault(
  atMs: number,
  { nowMs, mayBePast = false }: ScheduleRange,
): ScheduleFault | undefined {
  if (atMs < nowMs && !mayBePast) return 'schedule is in the past';
  const latest = Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO(accountZone)
    .add({ years: yearsMax });
  return atMs <= latest.epochMilliseconds ? undefined : 'schedule is too far';
}

/** An hour that the clock skips in spring is an hour later. */
export function instantOn(date: Temporal.PlainDate, hours: number, minutes: number): number {
  return date.toPlainDateTime().add({ hours, minutes }).toZonedDateTime(accountZone)
    .epochMilliseconds;
}

/** On the clock of Paris, or an instant in UTC; in milliseconds. */
export const scheduleInput = textOf(
  {
    read(text) {
      const local = /^(?<date>\d{4}-\d\d-\d\d)[ T](?<hour>\d{1,2}):(?<minute>\d\d)$/.exec(text);
      if (local?.groups !== undefined) return readLocal(local.groups);
      const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text);
      const atMs = isInstant ? Date.parse(text) : Number.NaN;
      return Number.isNaN(atMs) ? undefined : atMs;
    },
  },
  {
    en: 'a time such as 2030-12-31 14:05 on the clock of Paris, or 2030-12-31T13:05Z',
    fr: 'une heure comme 2030-12-31 14:05 à l’heure de Paris, ou 2030-12-31T13:05Z',
  },
);

function readLocal({ date = '', hour, minute }: Readonly<Record<string, string>>) {
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (hours > 24 || minutes > 59) return undefined;
  try {
    return instantOn(Temporal.PlainDate.from(date), hours, minutes);
  } catch {
    return undefined;
  }
}
