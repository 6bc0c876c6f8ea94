/** Routes out of a table that people paste, in the columns of “parley route import”: what reads, and each line that does not. */
import type { BodyOf } from '../../api/call.ts';
import { type CsvLine, csvLines } from './csv-lines.ts';

export type ReadRoute = BodyOf<'PUT /api/console/routes'>['routes'][number];

const columns = [
  'prefix',
  'operator',
  'network',
  'grade',
  'senders',
  'priority',
  'weight',
  'buy_price',
  'state',
] as const;
type Column = (typeof columns)[number];

export type RouteProblem = {
  /** 1 is the heading. */
  readonly line: number;
  /** The column that does not read; `twice`: the route stands there before; `heading`: a column is missing or unknown. */
  readonly what: Column | 'twice' | 'heading' | 'empty' | 'rows';
  readonly text: string;
};

export type ReadRoutes =
  | { readonly ok: true; readonly routes: readonly ReadRoute[] }
  | { readonly ok: false; readonly problems: readonly RouteProblem[] };

/** As many as the server takes at once. */
const rowsMax = 5_000;
const senderKinds = ['none', 'word', 'long', 'short'] as const;

export function readRoutes(text: string, operators: ReadonlyMap<string, number>): ReadRoutes {
  const [heading, ...lines] = csvLines(text);
  const names = (heading?.cells ?? []).map((cell) => cell.toLowerCase());
  const stranger = names.find((name) => !columns.some((column) => column === name));
  if (stranger !== undefined || !names.includes('prefix') || !names.includes('operator')) {
    const shown = stranger ?? names.join(', ');
    return { ok: false, problems: [{ line: 1, what: 'heading', text: shown }] };
  }
  if (lines.length === 0) return { ok: false, problems: [{ line: 1, what: 'empty', text: '' }] };
  if (lines.length > rowsMax) {
    return { ok: false, problems: [{ line: rowsMax + 1, what: 'rows', text: String(rowsMax) }] };
  }
  const problems: RouteProblem[] = [];
  const seen = new Set<string>();
  const routes = lines.flatMap((line) => {
    const read = readLine(line, names, operators);
    if ('what' in read) {
      problems.push(read);
      return [];
    }
    const { prefix, network, grade, senders, operatorId } = read;
    const place = [prefix, network, grade, senders.join(), operatorId].join(' ');
    if (seen.has(place)) problems.push({ line: line.number, what: 'twice', text: prefix });
    seen.add(place);
    return [read];
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, routes };
}

/** The route, or the first cell that does not read. */
function readLine(
  { number, cells }: CsvLine,
  names: readonly string[],
  operators: ReadonlyMap<string, number>,
): ReadRoute | RouteProblem {
  const cell = (name: Column): string => cells[names.indexOf(name)] ?? '';
  const read = {
    prefix: matching(cell('prefix').replace(/^\+/, ''), /^\d{0,15}$/),
    operator: operators.get(cell('operator')),
    network: matching(cell('network'), /^(?:\d{5,6})?$/),
    grade: readGrade(cell('grade')),
    senders: readSenders(cell('senders')),
    priority: readWhole(cell('priority')),
    weight: readWhole(cell('weight')),
    buy_price: matching(cell('buy_price').replace(',', '.'), /^(?:\d+(?:\.\d{1,6})?)?$/),
    state: matching(cell('state').toLowerCase() || 'on', /^(?:on|off)$/),
  };
  const wrong = columns.find((name) => read[name] === undefined);
  if (wrong !== undefined) return { line: number, what: wrong, text: cell(wrong) };
  const { prefix = '', operator = 0, network = '', grade = null, senders = [] } = read;
  const { priority = 1, weight = 1, buy_price: price = '', state } = read;
  return {
    prefix,
    operatorId: operator,
    network,
    grade,
    senders: [...senders],
    priority,
    weight,
    buyPrice: price === '' ? null : price,
    enabled: state === 'on',
  };
}

function matching(text: string, form: RegExp): string | undefined {
  return form.test(text) ? text : undefined;
}

function readGrade(text: string): ReadRoute['grade'] | undefined {
  if (text === '' || text === 'any') return null;
  return text === '1' ? 1 : text === '2' ? 2 : undefined;
}

function readSenders(text: string): readonly (typeof senderKinds)[number][] | undefined {
  if (text === '' || text === 'any') return [];
  const words = text.split(/[,\s]+/);
  const kinds = senderKinds.filter((kind) => words.includes(kind)).toSorted();
  return kinds.length === words.length ? kinds : undefined;
}

function readWhole(text: string): number | undefined {
  if (text === '') return 1;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= 1_000 ? value : undefined;
}
