/** The answer of an operation for people, where nothing better is written for it. */
import { type SettingValue, settingText } from '#cli/setting-text.ts';
import { fields, table } from '#cli/text-table.ts';

export type TextOf<Answer> = (answer: Answer) => string;

export function valueText(answer: Readonly<Record<string, SettingValue>>): string {
  return fields(Object.entries(answer).map(([name, value]) => [inWords(name), settingText(value)]));
}

type Row = Readonly<Record<string, string | number | null>>;

/** A table for each list of rows that have the same members; of an empty list none. */
export function rowTables(...lists: readonly (readonly Row[])[]): string {
  return lists
    .flatMap((rows) => {
      const [first] = rows;
      const cells = rows.map((row) => Object.values(row).map((cell) => String(cell ?? '-')));
      return first === undefined ? [] : [table(Object.keys(first).map(inWords), cells)];
    })
    .join('\n');
}

/** `rate per second` of `ratePerSecond`. */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
