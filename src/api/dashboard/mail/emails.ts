/** Emails that were accepted, and what became of each recipient's copy. */
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { readPlace } from '#api/dashboard/paging.ts';
import { pageMax } from '#api/dashboard/schemas.ts';

import { maskAddress } from '#core/log.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import type { EmailRecord } from '#mail/sending/email-store.ts';
import * as definitions from './definitions.ts';
import { readFilter } from './email-filter.ts';
import type { MailPagePorts } from './ports.ts';

export function emailHandlers(ports: MailPagePorts): readonly Handler[] {
  return [
    handle(definitions.listEmails, async (asking) => {
      const { role, query } = asking;
      const { limit = pageMax } = query;
      const wish = { ...(await readFilter(ports, asking)), ...readPlace(query), limit };
      const { emails, nextId } = await ports.emails.listEmailRecords(wish);
      return give({
        emails: emails.map((email) => showRecord(email, role)),
        after: nextId === undefined ? null : String(nextId),
      });
    }),
    handle(definitions.totalEmails, async (asking) => {
      const { of, ...total } = await ports.emails.totalEmails(await readFilter(ports, asking));
      return give({ ...total, of: of ?? null });
    }),
  ];
}

function showRecord(
  email: EmailRecord,
  role: Role,
): Reply<typeof definitions.listEmails>['emails'][number] {
  const { accountId: _, id, subject, to, states, ...rest } = email;
  const mayRead = mayDo(role, 'read contents');
  return {
    ...rest,
    id: String(id),
    subject: mayRead ? subject : '',
    to: mayRead ? to : maskAddress(to),
    states: states.map((one) => ({ ...one })),
  };
}
