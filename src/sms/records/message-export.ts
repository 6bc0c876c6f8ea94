/** `message export`: messages as a table, a line for each phone, with what its message says. */
import { z } from 'zod';
import { formatTable } from '#core/csv-text.ts';
import { behind, readPlace } from '#core/id-paging.ts';
import { exactInstantText } from '#core/instant-text.ts';
import { formatExact } from '#core/money.ts';
import { operation } from '#core/operation.ts';
import { formatPhone } from '#core/phone-number.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import { type FilterPorts, filterShape, order, readFilter } from './message-filter.ts';
import type { RecipientRecord, RecordPage, RecordQuery } from './message-record-store.ts';
import { modeOf } from './message-view.ts';

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

export const exportMessages = operation({
  name: 'message export',
  does: 'reads',
  needs: 'read contents',
  fresh: true,
  input: z.strictObject({ ...filterShape, order }),
  output: tableAnswer,
  async run(ports: FilterPorts, { order: along, ...asked }, caller) {
    const filter = await readFilter(ports, asked, caller);
    const { accountId } = caller;
    const query = { accountId, limit: phonesOfPage, ...readPlace({ order: along }), ...filter };
    return new TableAnswer(`messages-${accountId}`, pieces(query, ports));
  },
});

async function* pieces(query: RecordQuery, { messages }: FilterPorts) {
  yield formatTable([heading]);
  let wish: RecordQuery | undefined = query;
  for (let page = 0; page < pagesMax && wish !== undefined; page += 1) {
    const { records, nextId }: RecordPage = await messages.listRecords(wish);
    yield formatTable(records.map(rowOf));
    wish = nextId === undefined ? undefined : behind(wish, nextId);
  }
}

function rowOf(record: RecipientRecord): readonly string[] {
  return [
    String(record.messageId),
    exactInstantText(record.acceptedAtMs),
    record.scheduledAtMs === null ? '' : exactInstantText(record.scheduledAtMs),
    record.sender,
    formatPhone(record.phone),
    record.text,
    record.state,
    record.reason,
    exactInstantText(record.changedAtMs),
    String(record.parts),
    formatExact(record.paid),
    record.currency,
    record.tag,
    modeOf(record),
  ];
}
