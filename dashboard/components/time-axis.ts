/** Instants of a plot, as the reader's language writes them, in the zone whose days the plot has. */
import { type Language, localeOf } from '../texts/texts.ts';
import { clockTime } from './format.ts';

export type Axis = {
  /** The name of a time zone, such as `Europe/Paris`. */
  readonly zone: string;
  readonly by: 'hour' | 'day';
};

/** The step that begins then: its day, and its hour where steps are hours. */
export function stepName(atMs: number, { zone, by }: Axis, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(by === 'day' ? {} : clockTime),
  }).format(atMs);
}

const dayS = 86_400;

/**
 * What stands at the marks of an axis. Marks that are less than a day apart have their hour, and beneath it
 * the day where it is another than before. In seconds since 1970, as the plot counts.
 */
export function markNames(
  marks: readonly number[],
  apartS: number,
  { zone, language }: { readonly zone: string; readonly language: Language },
): string[] {
  const write = (shape: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, ...shape });
  const day = write({ day: 'numeric', month: 'short' });
  const days = marks.map((at) => day.format(at * 1_000));
  if (apartS >= dayS) return days;
  const time = write(clockTime);
  return marks.map((at, place) => {
    const told = time.format(at * 1_000);
    return days[place] === days[place - 1] ? told : `${told}\n${days[place] ?? ''}`;
  });
}
