/** What the pages of an account ask of the program. */

import type { AccountStore } from '#accounts/account-store.ts';
import type { AccountUrls } from '#accounts/account-urls.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { SpendingStore } from '#accounts/spending-store.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { ReplySignatureMethod } from '#core/signature-words.ts';
import type { MailAccountStore } from '#mail/sending/mail-account-store.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';

/** Signatures inside the bodies of replies. */
export interface ReplySignatures {
  find(accountId: number): Promise<ReplySignatureMethod | 'off'>;
  /** Gives the new secret of a method. */
  save(
    accountId: number,
    method: ReplySignatureMethod | 'off',
    author: Author,
  ): Promise<string | undefined>;
}

export type AccountPagePorts = {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly accounts: Omit<AccountStore, 'createAccount' | 'findKeyByHash' | 'listAccounts'>;
  readonly audit: Pick<AuditStore, 'listAccountAudit' | 'note'>;
  readonly spending: SpendingStore;
  readonly prices: Pick<RouteStore, 'listPrices' | 'listNetworks'> &
    Pick<MailAccountStore, 'listMailPrices'> &
    Pick<CallStore, 'listCallPrices'>;
  readonly urls: AccountUrls;
  readonly replySignatures: ReplySignatures;
  /** What can be told of a webhook's URL without asking anybody. */
  readonly checkUrl: (
    text: string,
  ) =>
    | { readonly ok: true; readonly url: string }
    | { readonly ok: false; readonly reason: string };
};
