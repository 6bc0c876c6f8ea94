/** What the files of an account's money and its audit ask of the storage. */

import type { AccountStore } from '#accounts/account-store.ts';
import type { PricePorts } from '#accounts/money/own-prices.ts';
import type { AuditPorts } from '#api/dashboard/audit/answers.ts';

export type AccountPagePorts = PricePorts &
  AuditPorts & { readonly accounts: Pick<AccountStore, 'findAccount' | 'listLedger'> };
