/** Tables as files that spreadsheets open (RFC 4180). */
import type { ReplyStream } from '#api/http/reply-stream.ts';
import { downloadHeaders } from '#api/http/surface-headers.ts';
import { boundary } from '#core/boundary.ts';
import { formatTable } from '#core/csv-table.ts';
import type { Handled } from './handler.ts';

type Download = Extract<Handled<undefined>, { readonly raw: unknown }>;

const type = 'text/csv; charset=utf-8';

/** A table that is whole in memory. `name`: letters, digits and dashes. */
export function csvDownload(name: string, rows: readonly (readonly string[])[]): Download {
  const headers = downloadHeaders(type, `${name}.csv`);
  return { ok: true, raw: { status: 200, headers, body: formatTable(rows) } };
}

/** A file that breaks off is never closed like a whole one. */
const exports = boundary('api.export', 'promise');

/** A table of any length: each piece is asked for once the ones before it have left. */
export function csvStream(name: string, pieces: AsyncIterable<string>): Download {
  const write = async (out: ReplyStream) => {
    for await (const piece of pieces) {
      if (out.ended.aborted) return;
      await out.write(piece);
    }
    out.end();
  };
  return {
    ok: true,
    raw: {
      status: 200,
      headers: downloadHeaders(type, `${name}.csv`),
      body: '',
      isFile: true,
      stream: (out) => exports.run(() => write(out), out.drop.bind(out)),
    },
  };
}
