/** What the pages of an account ask of the storage. */
import type { AccountPagePorts } from '#api/dashboard/account/ports.ts';
import type { Common } from './common.ts';

export function accountPagePorts({
  storage,
}: Pick<Common, 'storage'>): Omit<AccountPagePorts, 'clock'> {
  return {
    accounts: storage.accounts,
    audit: storage.audit,
    spending: storage.accounts,
    prices: { ...storage.routes, ...storage.mailAccounts, ...storage.calls },
  };
}
