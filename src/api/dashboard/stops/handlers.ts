/** Writes the STOP list as a file, which is read as far as it has left. */
import { formatPhone } from '#core/phone-number.ts';
import type { StopEntry, StopStore } from '#sms/stops/stop-store.ts';
import { csvStream } from '../csv-download.ts';
import { type Handler, handle } from '../handler.ts';
import { exportStops } from './definitions.ts';

export type StopExportPorts = { readonly stopStore: Pick<StopStore, 'listStops'> };

const pageMax = 5_000;

export function stopExport({ stopStore }: StopExportPorts): Handler {
  async function* pieces(accountId: number) {
    yield 'phone,source,since\r\n';
    for (let after = 0; ; ) {
      const page = await stopStore.listStops(accountId, after, pageMax);
      yield page.map(line).join('');
      after = page.at(-1)?.id ?? after;
      if (page.length < pageMax) return;
    }
  }
  return handle(exportStops, ({ accountId }) => csvStream('stop-list', pieces(accountId)));
}

function line({ phone, source, createdAtMs }: StopEntry): string {
  return `${formatPhone(phone)},${source},${new Date(createdAtMs).toISOString()}\r\n`;
}
