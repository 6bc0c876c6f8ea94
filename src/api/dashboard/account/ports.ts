/** What the pages of an account ask of the program. */

import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { SpendingStore } from '#accounts/spending-store.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { ReplySignatureMethod } from '#core/signature-words.ts';
import type { MailAccountStore } from '#mail/sending/mail-account-store.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';

/** Of the URLs that an account has of its own. */
export type UrlPurpose = 'reply' | 'report' | 'email';

export interface AccountUrls {
  find(accountId: number, purpose: UrlPurpose): Promise<Endpoint | undefined>;
  /** Null removes it; gives the secret of one that is new. */
  save(
    change: {
      readonly accountId: number;
      readonly purpose: UrlPurpose;
      readonly url: string | null;
    },
    author: Author,
  ): Promise<string | undefined>;
}

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
