/** Rows as the text of a table that spreadsheets open (RFC 4180): on the server, and in pages. */

/** Rows as a table that spreadsheets open, the heading first. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** A cell that begins so is a formula to a spreadsheet, or was one before it had an apostrophe in front. */
const formulaStart = /^'*[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

function cellText(text: string): string {
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell as it was before `formatTable`. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell;
}
