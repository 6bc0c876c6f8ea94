/** Messages as a table: a line for each phone, with what its message says. */
import { formatTable } from '#core/csv-table.ts';
import { formatExact } from '#core/money.ts';
import { formatPhone } from '#core/phone-number.ts';
import type {
  MessageRecordStore,
  RecipientRecord,
  RecordPage,
  RecordQuery,
} from '#sms/records/message-record-store.ts';
import type { CallerPorts } from '../caller.ts';
import { csvStream } from '../csv-download.ts';
import { type Handler, handle } from '../handler.ts';
import { behind, readPlace } from '../paging.ts';
import { exportMessages } from './definitions.ts';
import { readFilter } from './filter.ts';

const phonesOfPage = 500;
/** With filters a page may have looked at thousands of phones and found none. */
const pagesMax = 4_000;

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
  return handle(exportMessages, async (asking) => {
    const filter = await readFilter(ports, asking);
    const { accountId, query } = asking;
    const place = readPlace({ order: query.order });
    const pieces = readPieces({ accountId, limit: phonesOfPage, ...place, ...filter }, ports);
    return csvStream(`messages-${accountId}`, pieces);
  });
}

async function* readPieces(query: RecordQuery, { records: store }: ExportPorts) {
  yield formatTable([heading]);
  let wish: RecordQuery | undefined = query;
  for (let page = 0; page < pagesMax && wish !== undefined; page += 1) {
    const { records, nextId }: RecordPage = await store.listRecords(wish);
    yield formatTable(records.map(rowOf));
    wish = nextId === undefined ? undefined : behind(wish, nextId);
  }
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
