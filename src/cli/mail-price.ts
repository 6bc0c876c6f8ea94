/** `parley price … --mail`: what a mail costs accounts. */

import type { Author } from '#core/author.ts';
import { formatExact, type Millionths, toNumber } from '#core/money.ts';
import { noAccount } from './account-view.ts';
import { done, failed, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { formatTime, table } from './text-table.ts';

type Place = { readonly account: number; readonly from: number };

export async function setMailPrice(
  { account, from, price }: Place & { readonly price: Millionths },
  author: Author,
  { storage }: Installation,
): Promise<Outcome> {
  const { accounts, mailAccounts } = storage;
  if (account !== 0 && (await accounts.findAccount(account)) === undefined) {
    return noAccount(account);
  }
  const set = { accountId: account, fromMs: from, price };
  await mailAccounts.setMailPrice(set, author);
  const whom = account === 0 ? '' : ` for account ${account}`;
  const since = from === 0 ? '' : ` from ${formatTime(from)}`;
  return done(`A mail costs ${formatExact(price)}${whom}${since}.\n`, priceJson(set));
}

export async function listMailPrices(
  account: number | undefined,
  { storage }: Installation,
): Promise<Outcome> {
  const prices = (await storage.mailAccounts.listMailPrices()).filter(
    ({ accountId }) => account === undefined || accountId === account,
  );
  const text = table(
    ['account', 'price', 'from'],
    prices.map(({ accountId, price, fromMs }) => [
      accountId === 0 ? 'all' : String(accountId),
      formatExact(price),
      fromMs === 0 ? 'always' : formatTime(fromMs),
    ]),
  );
  return done(text, { prices: prices.map(priceJson) });
}

export async function removeMailPrice(
  { account, from }: Place,
  author: Author,
  { storage }: Installation,
): Promise<Outcome> {
  const price = { accountId: account, fromMs: from };
  return (await storage.mailAccounts.removeMailPrice(price, author))
    ? done('The price of mails is removed.\n', { removed: 'mail' })
    : failed('There is no such price of mails');
}

function priceJson({
  accountId,
  fromMs,
  price,
}: {
  readonly accountId: number;
  readonly fromMs: number;
  readonly price: Millionths;
}): object {
  return {
    mail: true,
    price: toNumber(price),
    account: accountId === 0 ? null : accountId,
    from: fromMs === 0 ? null : formatTime(fromMs),
  };
}
