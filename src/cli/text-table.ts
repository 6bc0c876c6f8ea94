/** Plain text in columns, for people and terminals. */
import { instantText } from '#core/instant-text.ts';

const gap = '  ';

/** A line for each row under its heading; columns are as wide as their widest cell. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const printed = [heading, ...rows].map((row) => row.map(printable));
  const widths = heading.map((_, column) =>
    Math.max(...printed.map((row) => (row[column] ?? '').length)),
  );
  return printed
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(gap))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** A name and its value on each line. */
export function fields(pairs: readonly (readonly [name: string, value: string])[]): string {
  const [first, ...others] = pairs;
  return first === undefined ? '' : table(first, others);
}

/** What others wrote must not move the cursor or change the colours of a terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}

/** A text of others with its lines and tabs. */
export function printableText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

/** Times for people and programs alike. */
export const formatTime = instantText;
