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

/** What one place of a table may hold; nothing is `-`, so that a line has as many words as columns. */
export type Cell = string | number | boolean | null | undefined;

type CellName<Row> = {
  [Name in keyof Row]-?: Row[Name] extends Cell ? Name : never;
}[keyof Row] &
  string;

/** A member of the record under its own name, or under another heading, or what is made of the record. */
type Column<Row> =
  | CellName<Row>
  | readonly [heading: string, cell: CellName<Row> | ((row: Row) => Cell)];

/** A line for each record. */
export function columns<Row>(rows: readonly Row[], ...of: readonly Column<Row>[]): string {
  const pairs = of.map((column) => (typeof column === 'string' ? [column, column] : column));
  return table(
    pairs.map(([heading]) => heading),
    rows.map((row) =>
      pairs.map(([, cell]) =>
        cellText(typeof cell === 'function' ? cell(row) : (row[cell] as Cell)),
      ),
    ),
  );
}

/** A name and its value on each line. */
export function fields(pairs: readonly (readonly [name: string, value: Cell])[]): string {
  const [first, ...others] = pairs.map(([name, value]) => [name, cellText(value)]);
  return first === undefined ? '' : table(first, others);
}

function cellText(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell ?? '') || '-';
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
