/** The public holidays of France (Code du travail, L3133-1), and of its territories overseas (L3422-2). */

/** Days after Easter Sunday: Easter Monday, Ascension Day, Whit Monday. */
const afterEaster = [1, 39, 50];

const fixed = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];

/** The day on which slavery was abolished there. */
const abolition: Readonly<Record<string, string>> = {
  YT: '04-27',
  MQ: '05-22',
  GP: '05-27',
  MF: '05-28',
  GF: '06-10',
  BL: '10-09',
  RE: '12-20',
};

/** `day` is in the calendar of the place. */
export function isFrenchHoliday(day: Temporal.PlainDate, country: string): boolean {
  const name = day.toString().slice('2030-'.length);
  if (fixed.includes(name) || abolition[country] === name) return true;
  const sinceEaster = easterOf(day.year).until(day).days;
  return afterEaster.includes(sinceEaster);
}

/** Easter Sunday in the Gregorian calendar, after Meeus, Jones and Butcher. */
export function easterOf(year: number): Temporal.PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return new Temporal.PlainDate(year, Math.floor(days / 31), (days % 31) + 1);
}
