/** Tables as files that spreadsheets open (RFC 4180). */

import { downloadHeaders } from '#api/http/surface-headers.ts';
import { boundary } from '#core/boundary.ts';
import type { ReplyStream } from '#core/reply-stream.ts';
import type { TableAnswer } from '#core/table-answer.ts';
import type { Handled } from './handler.ts';

type Download = Extract<Handled, { readonly raw: unknown }>;

const type = 'text/csv; charset=utf-8';

/** A file that breaks off is never closed like a whole one. */
const exports = boundary('api.export', 'promise');

/** A table of any length: each piece is asked for once the ones before it have left. */
export function csvStream({ name, pieces }: Pick<TableAnswer, 'name' | 'pieces'>): Download {
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
