/** When marketing waits: evenings, Sundays and holidays, on the clocks of the recipient's country. */
import { isFrenchHoliday } from './french-holidays.ts';

/** What a country's rules are; one with several zones waits until all of them allow. */
type Pack = {
  readonly zones: readonly string[];
  readonly isHoliday: (day: Temporal.PlainDate, country: string) => boolean;
};

/** CNIL and the charter of French operators: from 8 to 22 h, neither on Sundays nor on holidays. */
const beginsAtHour = 8;
const endsAtHour = 22;
const sunday = 7;

const packs: Readonly<Record<string, Pack>> = {
  FR: french('Europe/Paris'),
  GP: french('America/Guadeloupe'),
  BL: french('America/St_Barthelemy'),
  MF: french('America/Marigot'),
  MQ: french('America/Martinique'),
  GF: french('America/Cayenne'),
  RE: french('Indian/Reunion'),
  YT: french('Indian/Mayotte'),
  PM: french('America/Miquelon'),
};

/** Whether the law or the operators of a country want marketing to wait. */
export function hasQuietHours(country: string): boolean {
  return Object.hasOwn(packs, country);
}

/** More days in a row than any country rests. */
const daysMax = 14;

/** The first instant from `atMs` on at which marketing may go to the country; `atMs` where it has no rules. */
export function firstAllowedMs(country: string | undefined, atMs: number): number {
  const pack = country === undefined ? undefined : packs[country];
  if (pack === undefined || country === undefined) return atMs;
  let allowedMs = atMs;
  for (let round = 0; round < daysMax; round += 1) {
    const before = allowedMs;
    for (const zone of pack.zones) allowedMs = firstInZone(pack, { country, zone }, allowedMs);
    if (allowedMs === before) return allowedMs;
  }
  return allowedMs;
}

function firstInZone(
  pack: Pack,
  { country, zone }: { readonly country: string; readonly zone: string },
  atMs: number,
): number {
  const now = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  let day = now.toPlainDate();
  if (!rests(day, country, pack) && now.hour >= beginsAtHour && now.hour < endsAtHour) return atMs;
  if (now.hour >= beginsAtHour) day = day.add({ days: 1 });
  while (rests(day, country, pack)) day = day.add({ days: 1 });
  return day.toZonedDateTime({ timeZone: zone, plainTime: { hour: beginsAtHour } })
    .epochMilliseconds;
}

function rests(day: Temporal.PlainDate, country: string, { isHoliday }: Pack): boolean {
  return day.dayOfWeek === sunday || isHoliday(day, country);
}

function french(zone: string): Pack {
  return { zones: [zone], isHoliday: isFrenchHoliday };
}
