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
const monthS = 30 * dayS;

/** How far marks may stand apart: never closer than the steps that they are of. In seconds, as the plot counts. */
export function marksApart({ by }: Axis): number[] {
  const hours = [1, 2, 3, 6, 12].map((count) => count * 3_600);
  const days = [1, 2, 3, 7, 15].map((count) => count * dayS);
  const months = [1, 2, 3, 6, 12].map((count) => count * monthS);
  return [...(by === 'hour' ? hours : []), ...days, ...months];
}

/**
 * What stands at the marks of an axis: hours, days or months, and beneath them the day or the year where it is
 * another than before. In seconds since 1970.
 */
export function markNames(
  marks: readonly number[],
  apartS: number,
  { zone, language }: { readonly zone: string; readonly language: Language },
): string[] {
  const write = (shape: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, ...shape });
    return marks.map((at) => format.format(at * 1_000));
  };
  if (apartS >= monthS) return above(write({ month: 'short' }), write({ year: 'numeric' }));
  const days = write({ day: 'numeric', month: 'short' });
  return apartS >= dayS ? days : above(write(clockTime), days);
}

/** The second line only where it changes. */
function above(names: readonly string[], lines: readonly string[]): string[] {
  return names.map((name, place) => {
    const line = lines[place] ?? '';
    return line === lines[place - 1] ? name : `${name}\n${line}`;
  });
}
