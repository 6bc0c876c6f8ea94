/** What the pages of an account ask of the program. */

import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { MailAccountStore } from '#mail/sending/mail-account-store.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';

export type AccountPagePorts = {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly accounts: Omit<AccountStore, 'createAccount' | 'findKeyByHash' | 'listAccounts'>;
  readonly audit: Pick<AuditStore, 'auditRecords' | 'auditTotal' | 'note'>;
  readonly spending: Pick<AccountStore, 'listSpentHours'>;
  readonly prices: Pick<RouteStore, 'listPrices' | 'listNetworks'> &
    Pick<MailAccountStore, 'listMailPrices'> &
    Pick<CallStore, 'listCallPrices'>;
};
