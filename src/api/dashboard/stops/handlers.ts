/** Writes the STOP list as a file, which is read as far as it has left. */
import type { ReplyStream } from '#api/http/reply-stream.ts';
import { downloadHeaders } from '#api/http/surface-headers.ts';
import { boundary } from '#core/boundary.ts';
import { formatPhone } from '#core/phone-number.ts';
import type { StopEntry, StopStore } from '#sms/stops/stop-store.ts';
import { type Handler, handle } from '../handler.ts';
import { exportStops } from './definitions.ts';

export type StopExportPorts = { readonly stopStore: Pick<StopStore, 'listStops'> };

const pageMax = 5_000;

/** A file that breaks off is never closed like a whole one. */
const exports = boundary('api.export', 'promise');

export function stopExport({ stopStore }: StopExportPorts): Handler {
  const write = async (accountId: number, out: ReplyStream) => {
    await out.write('phone,source,since\r\n');
    for (let after = 0; !out.ended.aborted; ) {
      const page = await stopStore.listStops(accountId, after, pageMax);
      await out.write(page.map(line).join(''));
      after = page.at(-1)?.id ?? after;
      if (page.length < pageMax) break;
    }
    out.end();
  };
  return handle(exportStops, ({ accountId }) => ({
    ok: true,
    raw: {
      status: 200,
      headers: downloadHeaders('text/csv; charset=utf-8', 'stop-list.csv'),
      body: '',
      isFile: true,
      stream: (out) => exports.run(() => write(accountId, out), out.drop.bind(out)),
    },
  }));
}

function line({ phone, source, createdAtMs }: StopEntry): string {
  return `${formatPhone(phone)},${source},${new Date(createdAtMs).toISOString()}\r\n`;
}
