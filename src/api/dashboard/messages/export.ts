/** Messages as a table: a line for each phone, with what its message says. */
import { formatExact } from '#core/money.ts';
import { formatPhone } from '#core/phone-number.ts';
import type {
  MessageRecordStore,
  RecipientRecord,
  RecordFilter,
} from '#sms/records/message-record-store.ts';
import type { CallerPorts } from '../caller.ts';
import { csvDownload } from '../csv-download.ts';
import { type Handler, handle } from '../handler.ts';
import { exportMessages } from './definitions.ts';
import { readFilter } from './filter.ts';

const linesMax = 50_000;
/** With filters a page may have looked at thousands of phones and found none. */
const pagesMax = 500;
const phonesOfPage = 500;

const heading = [
  'message',
  'accepted',
  'scheduled',
  'from',
  'to',
  'text',
  'state',
  'why',
  'since',
  'parts',
  'cost',
  'currency',
  'tag',
  'kind',
];

export type ExportPorts = CallerPorts & {
  readonly records: Pick<MessageRecordStore, 'listRecords'>;
};

export function exportHandler(ports: ExportPorts): Handler {
  return handle(exportMessages, async ({ accountId, query }) => {
    const filter = await readFilter(ports, accountId, query);
    const rows = filter === undefined ? [] : await readRows(accountId, filter, ports);
    return csvDownload(`messages-${accountId}`, [heading, ...rows]);
  });
}

async function readRows(
  accountId: number,
  filter: RecordFilter,
  { records: store }: ExportPorts,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  let beforeId: number | undefined = Number.MAX_SAFE_INTEGER;
  for (let page = 0; page < pagesMax && beforeId !== undefined; page += 1) {
    const limit = Math.min(phonesOfPage, linesMax - rows.length);
    if (limit === 0) break;
    const found = await store.listRecords({ accountId, beforeId, limit, ...filter });
    rows.push(...found.records.map(rowOf));
    beforeId = found.nextId;
  }
  return rows;
}

function rowOf(record: RecipientRecord): readonly string[] {
  return [
    String(record.messageId),
    timeOf(record.acceptedAtMs),
    record.scheduledAtMs === null ? '' : timeOf(record.scheduledAtMs),
    record.sender,
    formatPhone(record.phone),
    record.text,
    record.state,
    record.reason,
    timeOf(record.changedAtMs),
    String(record.parts),
    formatExact(record.paid),
    record.currency,
    record.tag,
    record.test ? 'test' : 'live',
  ];
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString();
}
