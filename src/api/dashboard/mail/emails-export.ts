/** Emails as a table: a line for each recipient's copy, with what its email says. */

import { csvDownload } from '#api/dashboard/csv-download.ts';
import { type Handler, handle } from '#api/dashboard/handler.ts';
import { formatExact } from '#core/money.ts';
import type { MailStatus } from '#mail/email.ts';
import type { EmailRecord } from '#mail/sending/email-store.ts';
import { emailIdOf } from '#model/ids.ts';
import * as definitions from './definitions.ts';
import { type EmailFilter, filterOf } from './emails.ts';
import type { MailPagePorts } from './ports.ts';

const linesMax = 50_000;
/** With filters a page may have looked at 2,000 emails and found none. */
const pagesMax = 500;
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
  return handle(definitions.exportEmails, async ({ accountId, query }) => {
    const rows = await readRows(accountId, filterOf(query), ports);
    return csvDownload(`emails-${accountId}`, [heading, ...rows]);
  });
}

async function readRows(
  accountId: number,
  filter: EmailFilter,
  { emails: store }: MailPagePorts,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  let beforeId: number | undefined = Number.MAX_SAFE_INTEGER;
  for (let page = 0; page < pagesMax && beforeId !== undefined; page += 1) {
    const wish = { accountId, beforeId, limit: emailsOfPage, ...filter };
    const found = await store.listEmailRecords(wish);
    const emails = new Map(found.emails.map((email) => [email.id, email]));
    for (const mail of await store.mailsOfEmails(accountId, [...emails.keys()])) {
      const email = emails.get(emailIdOf(mail.mailId));
      if (email !== undefined && fits(mail, filter)) rows.push(rowOf(email, mail));
    }
    if (rows.length >= linesMax) break;
    beforeId = found.nextId;
  }
  return rows.slice(0, linesMax);
}

/** Of an email that fits, the copies for which it does. */
function fits({ address, state }: MailStatus, { to, state: wanted }: EmailFilter): boolean {
  if (to !== undefined && address.toLowerCase() !== to.toLowerCase()) return false;
  return wanted === undefined || state === wanted;
}

function rowOf(email: EmailRecord, mail: MailStatus): readonly string[] {
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
