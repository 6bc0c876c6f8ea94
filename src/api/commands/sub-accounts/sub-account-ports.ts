/** What the commands for sub-accounts ask for. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { ApiKey } from '#accounts/api-key.ts';
import type { MoneyLimits } from '#api/commands/key-money.ts';
import type { Clock } from '#core/clock.ts';

export type SubAccountPorts = {
  readonly subAccounts: Pick<
    AccountStore,
    | 'createSubAccount'
    | 'createSubAccountOnce'
    | 'listSubAccounts'
    | 'moveCredit'
    | 'moveCreditOnce'
    | 'removeSubAccount'
  >;
  /** The API key that follows from a word of chance; without this installation's secrets nobody knows it. */
  readonly repeatableKey: (mode: ApiKey['mode'], chance: string) => string;
  readonly limits: MoneyLimits;
  readonly clock: Clock;
};
