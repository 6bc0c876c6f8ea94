/** Which emails a list, a total or a table is about, as a page asks for them. */
import type { Query } from '#api/dashboard/definition.ts';
import { written } from '#api/dashboard/written.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import type { EmailRecordFilter } from '#mail/sending/email-store.ts';
import type * as definitions from './definitions.ts';
import type { MailPagePorts } from './ports.ts';

type Asked = {
  readonly accountId: number;
  readonly role: Role;
  readonly query: Query<typeof definitions.totalEmails>;
};

export async function readFilter(
  { emails }: Pick<MailPagePorts, 'emails'>,
  { accountId, role, query }: Asked,
): Promise<EmailRecordFilter> {
  const [to, sender, tag] = [query.to, query.sender, query.tag].map(written);
  const { state, from: fromMs, until: untilMs } = query;
  const time = { fromMs, untilMs };
  const isWhole = to !== undefined && (await isKnown(emails, accountId, to));
  // Letter by letter an address could be found out by a role that may not read it.
  const mayBegin = mayDo(role, 'read contents');
  const begins = { to: isWhole || !mayBegin ? undefined : to, sender, tag };
  const hasBegins = Object.values(begins).some((one) => one !== undefined);
  return {
    accountId,
    state,
    ...time,
    to: isWhole || !mayBegin ? to : undefined,
    begins: hasBegins ? begins : undefined,
  };
}

/** Something went to this address, which an index finds. */
async function isKnown(
  emails: MailPagePorts['emails'],
  accountId: number,
  to: string,
): Promise<boolean> {
  const newest = { beforeId: Number.MAX_SAFE_INTEGER, limit: 1 };
  return (await emails.listEmailRecords({ accountId, to, ...newest })).emails.length > 0;
}
