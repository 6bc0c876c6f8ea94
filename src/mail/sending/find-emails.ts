/** Finds emails and suppressed addresses by exact keys. */
import { type Found, newestFound, type Sought } from '#accounts/search/search-operation.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { exactInstantText } from '#core/instant-text.ts';
import { maskAddress } from '#core/log.ts';
import { mayRead } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { instantOfRequest } from '#core/request-id.ts';
import { suppressedForm } from '#mail/suppression/suppression.ts';
import type { SuppressionStore } from '#mail/suppression/suppression-store.ts';
import type { EmailStore, EmailSummary } from './email-store.ts';

type FindPorts = {
  readonly emails: Pick<EmailStore, 'listEmails' | 'listEmailRecords'>;
  readonly suppressions: Pick<SuppressionStore, 'findSuppressed'>;
};

const tagMax = 200;

export async function findEmails(ports: FindPorts, sought: Sought): Promise<readonly Found[]> {
  const { emails } = ports;
  const { accountId, role, text } = sought;
  const named = { accountId, ...newestFound };
  const isTag = text.length <= tagMax;
  const [tagged, ofAddress, ...found] = await Promise.all([
    // Emails have no index of tags: those of the newest 2,000 are found.
    isTag ? emails.listEmailRecords({ ...named, tag: text }) : { emails: [] },
    findAddress(ports, sought),
    /^\d{1,12}$/.test(text) ? findById(emails, accountId, Number(text)) : [],
    // As it stands on every answer, in `X-Request-Id`.
    instantOfRequest(text) === undefined ? [] : emails.listEmails({ ...named, requestId: text }),
    // As the client has sent it, in its own.
    /^[\x20-\x7e]{1,128}$/.test(text) ? emails.listEmails({ ...named, clientRequestId: text }) : [],
  ]);
  const all = [...tagged.emails, ...found.flat()];
  return [...all.map((email) => viewFound(email, role)), ...ofAddress];
}

async function findById(
  emails: FindPorts['emails'],
  accountId: number,
  id: number,
): Promise<readonly EmailSummary[]> {
  const found = await emails.listEmails({ accountId, beforeId: id + 1, limit: 1 });
  return found.filter((email) => email.id === id);
}

async function findAddress(
  { emails, suppressions }: FindPorts,
  { accountId, role, text, atMs }: Sought,
): Promise<readonly Found[]> {
  const address = parseEmailAddress(text);
  if (address === undefined) return [];
  const asked = [{ accountId, addresses: [suppressedForm(address)] }];
  const [mailed, listed] = await Promise.all([
    emails.listEmails({ accountId, to: address, ...newestFound }),
    suppressions.findSuppressed(asked, atMs),
  ]);
  return [
    ...mailed.map((email) => viewFound(email, role)),
    ...listed.map(
      (entry): Found => ({
        kind: 'suppression',
        at: exactInstantText(entry.createdAtMs),
        address: mayRead(role) ? entry.address : maskAddress(entry.address),
      }),
    ),
  ];
}

function viewFound({ id, acceptedAtMs, subject, tag }: EmailSummary, role: Role): Found {
  const at = exactInstantText(acceptedAtMs);
  const shown = mayRead(role) ? subject : '';
  return { kind: 'email', at, emailId: String(id), subject: shown, tag };
}
