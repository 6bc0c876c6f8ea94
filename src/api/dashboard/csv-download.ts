/** A table as a file that spreadsheets open (RFC 4180). */
import { pageHeaders } from '#api/http/surface-headers.ts';
import type { Handled } from './handler.ts';

/** A cell that begins so is a formula to a spreadsheet. */
const formulaStart = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** `name`: letters, digits and dashes. */
export function csvDownload(
  name: string,
  rows: readonly (readonly string[])[],
): Extract<Handled<undefined>, { readonly raw: unknown }> {
  const headers = pageHeaders("default-src 'none'; sandbox; frame-ancestors 'none'").concat([
    'Content-Type',
    'text/csv; charset=utf-8',
    'Content-Disposition',
    `attachment; filename="${name}.csv"`,
  ]);
  const body = rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
  return { ok: true, raw: { status: 200, headers, body } };
}

function cell(text: string): string {
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
