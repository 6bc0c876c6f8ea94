/** Emails as a table: a line for each recipient's copy, with what its email says. */

import { csvStream } from '#api/dashboard/csv-download.ts';
import { type Handler, handle } from '#api/dashboard/handler.ts';
import { behind, readPlace } from '#api/dashboard/paging.ts';
import { must } from '#core/assert.ts';
import { formatTable } from '#core/csv-table.ts';
import { formatExact } from '#core/money.ts';
import type { MailStatus } from '#mail/email.ts';
import type {
  EmailRecord,
  EmailRecordFilter,
  EmailRecordPage,
  EmailRecordQuery,
} from '#mail/sending/email-store.ts';
import { emailIdOf } from '#model/ids.ts';
import * as definitions from './definitions.ts';
import { readFilter } from './email-filter.ts';
import type { MailPagePorts } from './ports.ts';

/** With filters a page may have looked at 2,000 emails and found none. */
const pagesMax = 4_000;
/** Each has 512 copies at the most. */
const emailsOfPage = 100;

const heading = [
  'id',
  'accepted',
  'scheduled',
  'from',
  'to',
  'subject',
  'state',
  'why',
  'since',
  'cost',
  'tag',
  'kind',
];

export function exportHandler(ports: MailPagePorts): Handler {
  return handle(definitions.exportEmails, async (asking) => {
    const filter = await readFilter(ports, asking);
    const place = readPlace({ order: asking.query.order });
    const pieces = readPieces({ ...filter, ...place, limit: emailsOfPage }, ports);
    return csvStream(`emails-${asking.accountId}`, pieces);
  });
}

async function* readPieces(query: EmailRecordQuery, { emails: store }: MailPagePorts) {
  yield formatTable([heading]);
  const { accountId } = query;
  let wish: EmailRecordQuery | undefined = query;
  for (let page = 0; page < pagesMax && wish !== undefined; page += 1) {
    const found: EmailRecordPage = await store.listEmailRecords(wish);
    const emails = new Map(found.emails.map((email) => [email.id, email]));
    const mails = await store.mailsOfEmails(accountId, [...emails.keys()]);
    const rows = mails.filter((mail) => fits(mail, query)).map((mail) => rowOf(emails, mail));
    yield formatTable(query.afterId === undefined ? rows : rows.toReversed());
    wish = found.nextId === undefined ? undefined : behind(wish, found.nextId);
  }
}

/** Of an email that fits, the copies for which it does. */
function fits({ address, state }: MailStatus, { to, begins, state: wanted }: EmailRecordFilter) {
  const written = address.toLowerCase();
  if (to !== undefined && written !== to.toLowerCase()) return false;
  if (begins?.to !== undefined && !written.startsWith(begins.to.toLowerCase())) return false;
  return wanted === undefined || state === wanted;
}

function rowOf(emails: ReadonlyMap<number, EmailRecord>, mail: MailStatus): readonly string[] {
  const email = must(emails.get(emailIdOf(mail.mailId)), 'email of the page');
  return [
    String(email.id),
    timeOf(email.acceptedAtMs),
    email.scheduledAtMs === null ? '' : timeOf(email.scheduledAtMs),
    email.sender,
    mail.address,
    email.subject,
    mail.state,
    mail.class,
    timeOf(mail.changedAtMs),
    formatExact(mail.cost),
    email.tag,
    email.test ? 'test' : email.sandbox ? 'sandbox' : 'live',
  ];
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString();
}
