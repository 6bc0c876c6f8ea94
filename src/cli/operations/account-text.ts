/** Accounts as commands show them to people. */
import type { AccountView } from '#accounts/account-view.ts';
import { fields, table } from '#cli/text-table.ts';

type Shown = { readonly account: AccountView };
type Listed = { readonly accounts: readonly AccountView[] };

export const accountTexts = {
  'subaccount create': ({ account: { id, name }, key }: Shown & { readonly key: string }) =>
    `${fields([
      ['id', String(id)],
      ['name', name],
      ['key', key],
    ])}Keep the key now: it is shown this once.\n`,
  'subaccount list': ({ accounts, all }: Listed & { readonly all: number }) =>
    `${accountsText(accounts)}${all} in all.\n`,
  'subaccount credit': ({ parent, account }: Shown & { readonly parent: AccountView }) =>
    [parent, account].map(leftText).join(''),
  'subaccount remove': ({ removed }: { readonly removed: number }) =>
    `Sub-account ${removed} is removed.\n`,
};

function leftText({ id, name, balance, testBalance, currency }: AccountView): string {
  return `Account ${id} (${name}) has ${balance} ${currency}, and ${testBalance} of test money.\n`;
}

function accountsText(accounts: readonly AccountView[]): string {
  return table(
    ['id', 'under', 'name', 'e-mail', 'state', 'country', 'balance'],
    accounts.map(({ id, parentId, name, email, state, homeCountry, balance, currency }) => [
      String(id),
      parentId === null ? '-' : String(parentId),
      name,
      email,
      state,
      homeCountry,
      `${balance} ${currency}`,
    ]),
  );
}
