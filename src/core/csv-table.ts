/**
 * Tables that people keep in spreadsheets: CSV (RFC 4180) with a heading, each column of a kind. Either
 * every line reads, or nothing is taken and each line that does not is named.
 */
import { nearest } from './nearest.ts';
import { fillSentence, type Params, type Sentence } from './words.ts';

type Column<Value> = {
  /** What a cell must be, as the end of a sentence. */
  readonly form: Sentence;
  readonly read: (text: string) => Value | undefined;
  /** What an empty cell, or a file without the column, stands for; undefined: it must be there. */
  readonly otherwise?: Value;
};

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowOf<Given extends Columns> = {
  readonly [Name in keyof Given]: Given[Name] extends Column<infer Value> ? Value : never;
};

export type TableReading<Row> =
  | { readonly ok: true; readonly rows: readonly Row[] }
  | { readonly ok: false; readonly problem: Sentence };

/** Not put into words before it is shown: a file may have a million faults. */
export type LineProblem = { readonly words: Sentence; readonly params: Params };

/** A line of the table: its values, or why it does not read. */
type LineReading<Row> =
  | { readonly ok: true; readonly line: number; readonly row: Row }
  | { readonly ok: false; readonly line: number; readonly problems: readonly LineProblem[] };

type OpenedTable<Row> =
  | { readonly ok: true; readonly lines: readonly (() => LineReading<Row>)[] }
  | { readonly ok: false; readonly problem: Sentence };

/** Lines that are named when many do not read. */
const problemsShownMax = 20;

/** Each line reads when it is called, so that a long table can be read with rests between. */
export function openTable<Given extends Columns>(
  text: string,
  columns: Given,
  rowsMax: number,
): OpenedTable<RowOf<Given>> {
  const [heading, ...lines] = splitLines(text.replace(/^\uFEFF/, ''));
  if (heading === undefined) return { ok: false, problem: sentences.empty };
  const names = heading.cells.map((cell) => columnNamed(cell.trim(), columns));
  const wrong = headingProblem(names, columns);
  if (wrong !== undefined) return { ok: false, problem: inLine(1, wrong) };
  if (lines.length > rowsMax) {
    const params = { count: lines.length, max: rowsMax };
    return { ok: false, problem: fillSentence(sentences.tooMany, params) };
  }
  const placed = Object.entries(columns).map(([name, column]) => ({
    ...column,
    name,
    at: names.indexOf(name),
  }));
  const reading = { placed, width: names.length };
  return { ok: true, lines: lines.map((line) => () => readLine(line, reading)) };
}

export function parseTable<Given extends Columns>(
  text: string,
  columns: Given,
  rowsMax: number,
): TableReading<RowOf<Given>> {
  const opened = openTable(text, columns, rowsMax);
  if (!opened.ok) return opened;
  const rows: RowOf<Given>[] = [];
  const shown: Sentence[] = [];
  let count = 0;
  for (const readNow of opened.lines) {
    const read = readNow();
    if (read.ok) rows.push(read.row);
    else {
      const free = Math.max(0, problemsShownMax - shown.length);
      shown.push(...read.problems.slice(0, free).map((one) => inLine(read.line, inWords(one))));
      count += read.problems.length;
    }
  }
  return count > 0 ? { ok: false, problem: listed(shown, count) } : { ok: true, rows };
}

export function inWords({ words, params }: LineProblem): Sentence {
  return fillSentence(words, params);
}

function listed(shown: readonly Sentence[], count: number): Sentence {
  const others = count - shown.length;
  const more = others > 0 ? [fillSentence(sentences.more, { count: others })] : [];
  const lines = [sentences.nothing, ...shown, ...more];
  return { en: lines.map(({ en }) => en).join('\n'), fr: lines.map(({ fr }) => fr).join('\n') };
}

/** Headings are read in any letter case. */
function columnNamed(cell: string, columns: Columns): string {
  const meant = cell.toLowerCase();
  return Object.keys(columns).find((name) => name.toLowerCase() === meant) ?? cell;
}

/** The first row with a name that one before it has already. */
export function findTwice<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row | undefined {
  const seen = new Set<string>();
  return rows.find((row) => seen.size === seen.add(nameOf(row)).size);
}

const sentences = {
  empty: { en: 'The file is empty', fr: 'Le fichier est vide' },
  tooMany: {
    en: 'The file has {count} rows; {max} are taken at once',
    fr: 'Le fichier a {count} lignes ; {max} sont prises à la fois',
  },
  inLine: { en: 'line {line}: {problem}', fr: 'ligne {line} : {problem}' },
  stranger: {
    en: 'there is no column "{name}"; the nearest is "{nearest}"',
    fr: 'il n’y a pas de colonne « {name} » ; la plus proche est « {nearest} »',
  },
  twice: { en: 'column "{name}" stands there twice', fr: 'la colonne « {name} » y est deux fois' },
  missing: { en: 'column "{name}" is missing', fr: 'la colonne « {name} » manque' },
  cells: {
    en: '{cells} cells under {headings} headings',
    fr: '{cells} cellules sous {headings} titres',
  },
  wrong: { en: '{name} must be {form}', fr: '{name} : il faut {form}' },
  nothing: { en: 'Nothing is taken of the file:', fr: 'Rien n’est pris du fichier :' },
  more: { en: 'and {count} more', fr: 'et {count} de plus' },
} satisfies Record<string, Sentence>;

function inLine(line: number, problem: Sentence): Sentence {
  return fillSentence(sentences.inLine, { line, problem });
}

type Line = { readonly number: number; readonly cells: readonly string[] };

/** Quoted cells may hold commas, quotes written twice, and line ends; semicolons or tabs part cells as well. */
function splitLines(text: string): readonly Line[] {
  const separator = /^[^\n,;\t]*([,;\t])/.exec(text)?.[1] ?? ',';
  const cell = new RegExp(`"((?:[^"]|"")*)"|([^${separator}\\r\\n]*)`, 'y');
  const lines: Line[] = [];
  let at = 0;
  let number = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const startedAt = number;
    for (;;) {
      cell.lastIndex = at;
      const match = cell.exec(text);
      const quoted = match?.[1];
      cells.push(quoted?.replaceAll('""', '"') ?? match?.[2] ?? '');
      number += (quoted?.match(/\n/g) ?? []).length;
      at = cell.lastIndex;
      if (text[at] !== separator) break;
      at += 1;
    }
    const rest = /[^\n]*\n?/y;
    rest.lastIndex = at;
    const stray = rest.exec(text)?.[0] ?? '';
    at += stray.length;
    number += 1;
    if (stray.trim() !== '') cells.push(stray.trim());
    if (cells.some((each) => each.trim() !== '')) lines.push({ number: startedAt, cells });
  }
  return lines;
}

function headingProblem(names: readonly string[], columns: Columns): Sentence | undefined {
  const known = Object.keys(columns);
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    const params = { name: stranger, nearest: nearest(stranger, known) ?? '' };
    return fillSentence(sentences.stranger, params);
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return fillSentence(sentences.twice, { name: twice });
  const missing = known.find(
    (name) => columns[name]?.otherwise === undefined && !names.includes(name),
  );
  return missing === undefined ? undefined : fillSentence(sentences.missing, { name: missing });
}

type Reading = {
  /** The columns, and where each stands in the file; -1: it is not there. */
  readonly placed: readonly (Column<unknown> & { readonly name: string; readonly at: number })[];
  readonly width: number;
};

function readLine<Row>(
  { number: line, cells }: Line,
  { placed, width }: Reading,
): LineReading<Row> {
  const problems: LineProblem[] = [];
  if (cells.length > width) {
    problems.push({ words: sentences.cells, params: { cells: cells.length, headings: width } });
  }
  const row: Record<string, unknown> = {};
  for (const { name, at, form, read, otherwise } of placed) {
    const text = (cells[at] ?? '').trim();
    row[name] = text === '' && otherwise !== undefined ? otherwise : read(text);
    if (row[name] === undefined) problems.push({ words: sentences.wrong, params: { name, form } });
  }
  return problems.length > 0 ? { ok: false, line, problems } : { ok: true, line, row: row as Row };
}
