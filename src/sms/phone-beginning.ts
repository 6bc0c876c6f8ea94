/** What phones begin with, as somebody dials them who looks for some in a list. */
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { mayRead } from '#core/masked.ts';
import type { InAccount } from '#core/operation.ts';
import { phoneBeginning } from '#core/phone-number.ts';

/** Digit by digit a phone could be found out by a role that may not read it: such a role finds none. */
export async function readBeginning(
  { accounts }: { readonly accounts: Pick<AccountStore, 'findAccount'> },
  { accountId, role }: Pick<InAccount, 'accountId' | 'role'>,
  written: string,
): Promise<string> {
  const { homeCountry } = must(await accounts.findAccount(accountId), 'account');
  return (mayRead(role) && phoneBeginning(written, homeCountry)) || '-';
}
