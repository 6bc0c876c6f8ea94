/** The answer of an operation for people, where nothing better is written for it. */
import type { z } from 'zod';
import { type SettingValue, settingText } from '#cli/setting-text.ts';
import { columns, fields, table } from '#cli/text-table.ts';
import type { Operations } from '#operations.ts';

export type AnswerOf<Name extends keyof Operations> = z.output<Operations[Name]['output']>;

/** By the names of operations; each takes the answer of its own. */
export type Texts = {
  readonly [Name in keyof Operations]?: (answer: AnswerOf<Name>) => string;
};

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

/** What happened, in its order, with all that is known of each. */
export function storyTable(
  steps: readonly { readonly at: string; readonly kind: string }[],
): string {
  return columns(
    steps,
    'at',
    ['what', 'kind'],
    ['more', ({ at: _at, kind: _kind, ...more }) => JSON.stringify(more)],
  );
}

/** `rate per second` of `ratePerSecond`. */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
