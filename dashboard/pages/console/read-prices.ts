/** Prices out of a table that people paste: prefix, price, and any of account and from. */

export type ReadPrice = {
  readonly accountId: number;
  readonly prefix: string;
  readonly fromMs: number;
  readonly price: string;
};

export type ReadPrices =
  | { readonly ok: true; readonly prices: readonly ReadPrice[] }
  /** The first line that does not read; 1 is the heading. */
  | { readonly ok: false; readonly line: number; readonly text: string };

export function readPrices(text: string): ReadPrices {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const heading = cellsOf(lines[0] ?? '').map((cell) => cell.toLowerCase());
  if (!heading.includes('prefix') || !heading.includes('price')) {
    return { ok: false, line: 1, text: lines[0] ?? '' };
  }
  const prices: ReadPrice[] = [];
  for (const [place, line] of lines.entries()) {
    if (place === 0 || line === '') continue;
    const price = readLine(heading, cellsOf(line));
    if (price === undefined) return { ok: false, line: place + 1, text: line };
    prices.push(price);
  }
  return { ok: true, prices };
}

function cellsOf(line: string): readonly string[] {
  return line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function readLine(heading: readonly string[], cells: readonly string[]): ReadPrice | undefined {
  const cell = (name: string): string => cells[heading.indexOf(name)] ?? '';
  const prefix = cell('prefix').replace(/^\+/, '');
  const price = cell('price');
  const account = cell('account') || '0';
  const from = cell('from');
  const fromMs = from === '' ? 0 : Date.parse(`${from}T00:00:00Z`);
  const fits =
    /^\d{0,15}$/.test(prefix) &&
    /^\d+(?:\.\d{1,6})?$/.test(price) &&
    /^\d{1,15}$/.test(account) &&
    (from === '' || /^\d{4}-\d\d-\d\d$/.test(from)) &&
    Number.isFinite(fromMs);
  return fits ? { prefix, price, accountId: Number(account), fromMs } : undefined;
}
