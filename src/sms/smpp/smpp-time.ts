/** Times as SMPP writes them: YYMMDDhhmmsstnnp (SMPP 3.4 §7.1.1). */

export type SmppTime =
  | {
      readonly kind: 'absolute';
      readonly atMs: number;
      /** Quarter hours east of UTC, −48 to 48: how the writer's local time stands to it. */
      readonly quarterHours: number;
    }
  | {
      readonly kind: 'relative';
      readonly years: number;
      readonly months: number;
      readonly days: number;
      readonly hours: number;
      readonly minutes: number;
      readonly seconds: number;
      readonly tenths: number;
    };

const form = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([-+R])$/;
const quarterHourMs = 15 * 60_000;
const secondMs = 1_000;
const dayMs = 86_400_000;

export function parseSmppTime(text: string): SmppTime | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0, tenths = 0, nn = 0] =
    match.slice(1, 9).map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59 || nn > 48) return undefined;
  if (match[9] === 'R') {
    return { kind: 'relative', years, months, days, hours, minutes, seconds, tenths };
  }
  // Two-digit years are 20YY: nothing is scheduled for the last century.
  const localMs = Date.UTC(2000 + years, months - 1, days, hours, minutes, seconds, tenths * 100);
  if (!isCalendarDay(localMs, months, days)) return undefined;
  const quarterHours = match[9] === '-' ? -nn : nn;
  return { kind: 'absolute', atMs: localMs - quarterHours * quarterHourMs, quarterHours };
}

/** When it is; a relative one counts from `nowMs`, by the calendar in UTC. */
export function instantOf(time: SmppTime, nowMs: number): number {
  if (time.kind === 'absolute') return time.atMs;
  const { years, months, days, hours, minutes, seconds, tenths } = time;
  const milliseconds = tenths * 100;
  return Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO('UTC')
    .add({ years, months, days, hours, minutes, seconds, milliseconds }).epochMilliseconds;
}

/** The calendar carries the 31st of April over to May; we refuse it. */
function isCalendarDay(ms: number, month: number, day: number): boolean {
  const date = new Date(ms);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export function formatSmppTime(time: SmppTime): string {
  if (time.kind === 'relative') {
    const { years, months, days, hours, minutes, seconds, tenths } = time;
    return `${pairs([years, months, days, hours, minutes, seconds])}${tenths}00R`;
  }
  const local = new Date(time.atMs + time.quarterHours * quarterHourMs);
  const date = [local.getUTCFullYear() % 100, local.getUTCMonth() + 1, local.getUTCDate()];
  const clock = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()];
  const tenths = Math.floor(local.getUTCMilliseconds() / 100);
  const sign = time.quarterHours < 0 ? '-' : '+';
  return `${pairs([...date, ...clock])}${tenths}${pair(Math.abs(time.quarterHours))}${sign}`;
}

/** An instant in UTC, as schedule_delivery_time and an absolute validity_period say it. */
export function formatInstant(atMs: number): string {
  return formatSmppTime({ kind: 'absolute', atMs, quarterHours: 0 });
}

/** No operator keeps a message longer, and a month has no fixed length to count further with. */
const relativeDaysMax = 31;

/** What is left of a validity: 48 hours → "000002000000000R"; at least a second, at most 31 days. */
export function formatDuration(durationMs: number): string {
  const leftMs = Math.min(Math.max(durationMs, secondMs), relativeDaysMax * dayMs);
  const seconds = Math.floor(leftMs / secondMs);
  return formatSmppTime({
    kind: 'relative',
    years: 0,
    months: 0,
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    tenths: 0,
  });
}

function pairs(numbers: readonly number[]): string {
  return numbers.map(pair).join('');
}

function pair(number: number): string {
  return String(number).padStart(2, '0');
}
