/** An account as far as it may act: one under an account that is not active is not either. */
import type { Account } from '#accounts/account.ts';
import type { AccountStore } from '#accounts/account-store.ts';

export async function findActing(
  accountId: number,
  accounts: Pick<AccountStore, 'findAccount' | 'stateOf'>,
): Promise<Account | undefined> {
  const account = await accounts.findAccount(accountId);
  if (account === undefined || account.parentId === null) return account;
  return { ...account, state: (await accounts.stateOf(accountId)) ?? 'disabled' };
}
