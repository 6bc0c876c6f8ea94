/**
 * When to send: `scheduledDeliveryDate` dd/MM/yyyy with `time`, an hour from 0 to 24, and `minute`, in
 * steps of five, on the wall clock of the account. A missing minute is 0; hour 24 is the next midnight.
 *
 * Codes: 45 the date is missing or none, 46 the time is past, 47 the hour is missing or none, 48 the
 * minute is none, 49 it is more than ten years away.
 */
import { type Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { findScheduleFault, instantOn, type ScheduleRange } from '#core/schedule.ts';

const hoursMax = 24;
const minutesStep = 5;

/** The instant, or nothing: where it was asked for and is wrong, the fields say so. */
export function readSchedule(fields: Fields, now: ScheduleRange): number | undefined {
  const isAsked = scheduleFields.some((field) => fields.value(field) !== undefined);
  if (!isAsked) return undefined;
  const date = readDate(fields);
  const hour = readHour(fields);
  const minute = readMinute(fields);
  if (date === undefined || hour === undefined || minute === undefined) return undefined;
  const atMs = instantOn(date, hour, minute);
  const fault = findScheduleFault(atMs, now);
  return fault === undefined ? atMs : fields.refuse(fault, 'scheduledDeliveryDate');
}

const scheduleFields = ['scheduledDeliveryDate', 'time', 'minute'] as const;

function readDate(fields: Fields): Temporal.PlainDate | undefined {
  const value = fields.value('scheduledDeliveryDate');
  const written = /^\s*(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})\s*$/.exec(
    typeof value === 'string' ? value : '',
  )?.groups;
  const date = written === undefined ? undefined : makeDate(written);
  return date ?? fields.refuse('schedule has no valid date', 'scheduledDeliveryDate');
}

function makeDate(written: Readonly<Record<string, string>>): Temporal.PlainDate | undefined {
  const { day, month, year } = written;
  const parts = { day: Number(day), month: Number(month), year: Number(year) };
  try {
    return Temporal.PlainDate.from(parts, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

function readHour(fields: Fields): number | undefined {
  const hour = parseWholeNumber(fields.value('time') ?? '');
  if (hour !== undefined && hour <= hoursMax && hour >= 0) return hour;
  return fields.refuse('schedule has no valid time', 'time');
}

function readMinute(fields: Fields): number | undefined {
  const minute = parseWholeNumber(fields.value('minute') ?? 0);
  const isStep = minute !== undefined && minute % minutesStep === 0;
  if (isStep && minute >= 0 && minute < 60) return minute;
  return fields.refuse('schedule has no valid minute', 'minute');
}
