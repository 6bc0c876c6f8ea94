/**
 * What people should know of an endpoint is mailed to their account's address, and written into the audit
 * trail, where they look for what changed.
 */
import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { NoticeMailer } from '#mail/sending/notice-mailer.ts';
import { accountLanguage, type LanguagePeople } from '#people/account-language.ts';
import { endpointNoticeText } from '#webhooks/endpoint-notice-text.ts';
import type { EndpointNotice, EndpointNotices } from '#webhooks/endpoint-notices.ts';

const actor = 'system';

export type NoticePlaces = {
  readonly audit: Pick<AuditStore, 'note'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly people: LanguagePeople;
  readonly mailer: Pick<NoticeMailer, 'send'>;
};

/** What became of its mail. */
type Mailed = 'taken' | 'refused' | 'unaddressed' | 'no sender';

export function openEndpointNotices(places: NoticePlaces): EndpointNotices {
  return {
    // The mail first: it is one, however often it is said.
    say: async (notice) => note(notice, await mail(notice, places), places),
  };
}

async function mail(notice: EndpointNotice, places: NoticePlaces): Promise<Mailed> {
  const { accounts, people, mailer } = places;
  const { accountId, endpointId, what, trouble } = notice;
  const account = await accounts.findAccount(accountId);
  if (account === undefined) return 'unaddressed';
  const language = await accountLanguage(account, people);
  const reply = await mailer.send({
    ...endpointNoticeText(notice, { zone: account.timeZone, language }),
    dedupKey: `endpoint:${endpointId}:${what}:${trouble}`,
    accountId,
    currency: account.currency,
    to: { address: account.email, name: '' },
    attachments: [],
    isTest: false,
  });
  return reply.ok ? 'taken' : reply.why;
}

function note(notice: EndpointNotice, mailed: Mailed, { audit }: NoticePlaces): Promise<void> {
  const { endpointId, accountId, what, origin, reason, failingSinceMs, givenUpAtMs } = notice;
  return audit.note(
    { actor, atMs: notice.atMs },
    {
      action: `endpoint.${what}`,
      target: String(endpointId),
      accountId,
      details: { origin, reason, failingSinceMs, givenUpAtMs, mail: mailed },
    },
  );
}
