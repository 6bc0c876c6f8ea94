/** Whether each balance is the sum of what moved it: where it is not, money was lost or made. */
import type { AccountStore, LedgerSums } from './account-store.ts';
import type { Purse } from './ledger.ts';

export type LedgerDifference = Pick<LedgerSums, 'balance'> & {
  readonly accountId: number;
  readonly purse: Purse;
  /** What the balance should be. */
  readonly sum: number;
};

export type LedgerReading = {
  /** Looked at. */
  readonly accounts: number;
  readonly differences: readonly LedgerDifference[];
};

type CheckPorts = {
  readonly accounts: Pick<AccountStore, 'listAccounts' | 'ledgerSums'>;
  /** Between two accounts; what it throws ends the check. */
  readonly rest?: () => Promise<void>;
};

const accountsPage = 500;
const purses = ['live', 'test'] as const;

/** Balance = movements − costs, for every account and both purses, one after the other. */
export async function checkLedger({ accounts, rest }: CheckPorts): Promise<LedgerReading> {
  const differences: LedgerDifference[] = [];
  let looked = 0;
  for (let after = 0; ; ) {
    const page = await accounts.listAccounts(after, accountsPage);
    for (const { id } of page) {
      differences.push(...(await differencesOf(id, accounts)));
      await rest?.();
    }
    looked += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < accountsPage) return { accounts: looked, differences };
    after = last.id;
  }
}

/** `7 (test)`. */
export function namedDifference({ accountId, purse }: LedgerDifference): string {
  return `${accountId} (${purse})`;
}

async function differencesOf(accountId: number, accounts: CheckPorts['accounts']) {
  const found: LedgerDifference[] = [];
  for (const purse of purses) {
    const { balance, movements, costs } = await accounts.ledgerSums(accountId, purse);
    const sum = movements - costs;
    if (balance !== sum) found.push({ accountId, purse, balance, sum });
  }
  return found;
}
