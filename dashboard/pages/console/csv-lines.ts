/** The cells of a table that people paste or save from a spreadsheet (RFC 4180), with the number of each line. */

export type CsvLine = { readonly number: number; readonly cells: readonly string[] };

/** A cell, quoted or not, up to what parts it from the next one. */
const cellForms = {
  ',': /"((?:[^"]|"")*)"[^,\r\n]*|([^,\r\n]*)/y,
  ';': /"((?:[^"]|"")*)"[^;\r\n]*|([^;\r\n]*)/y,
  '\t': /"((?:[^"]|"")*)"[^\t\r\n]*|([^\t\r\n]*)/y,
} as const;

/** What parts cells is told by the heading. Quoted cells may hold it, quotes written twice, and line ends. */
export function csvLines(text: string): readonly CsvLine[] {
  const plain = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(plain.split(/\r?\n/, 1)[0] ?? '');
  const cell = cellForms[separator];
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let at = 0;
  let number = 1;
  let startedAt = 1;
  const end = () => {
    if (cells.some((each) => each !== '')) lines.push({ number: startedAt, cells });
    cells = [];
  };
  while (at < plain.length) {
    cell.lastIndex = at;
    const match = cell.exec(plain);
    const quoted = match?.[1];
    cells.push((quoted?.replaceAll('""', '"') ?? match?.[2] ?? '').trim());
    number += quoted?.match(/\n/g)?.length ?? 0;
    at = cell.lastIndex;
    if (plain[at] === separator) {
      at += 1;
      continue;
    }
    end();
    if (plain[at] === '\r') at += 1;
    if (plain[at] === '\n') at += 1;
    number += 1;
    startedAt = number;
  }
  end();
  return lines;
}

function separatorOf(heading: string): keyof typeof cellForms {
  if (heading.includes('\t')) return '\t';
  return heading.includes(';') ? ';' : ',';
}
