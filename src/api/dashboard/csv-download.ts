/** A table as a file that spreadsheets open (RFC 4180). */
import { pageHeaders } from '#api/http/surface-headers.ts';
import { formatTable } from '#core/csv-table.ts';
import type { Handled } from './handler.ts';

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
  return { ok: true, raw: { status: 200, headers, body: formatTable(rows) } };
}
