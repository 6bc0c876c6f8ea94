/** Addresses out of what people paste: a line each, or a CSV file with the address first. */

export function readAddresses(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => firstCell(line.trim()));
  const filled = lines.filter((line) => line !== '');
  return filled[0]?.toLowerCase() === 'address' ? filled.slice(1) : filled;
}

/** An export writes an apostrophe before what a spreadsheet would take for a formula. */
function firstCell(line: string): string {
  const quoted = /^"(?<cell>(?:[^"]|"")*)"/.exec(line)?.groups?.['cell'];
  const cell = quoted?.replaceAll('""', '"') ?? line.split(/[,;\t]/)[0] ?? '';
  return cell.trim().replace(/^'(?=[=+\-@])/, '');
}
