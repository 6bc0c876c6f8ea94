/** `parley call price …`: what calls that are forwarded cost. */
import { formatExact, toNumber } from '#core/money.ts';
import { wholeNumber } from '#core/value-kind.ts';
import type { CallPrice } from '#numbers/calls/call-price.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { maybe, needed, otherwise } from './option.ts';
import { prefixText } from './route-view.ts';
import { table } from './text-table.ts';
import { amountNotNegative, id, prefix } from './written-values.ts';

const options = {
  prefix: needed(prefix, 'DIGITS', 'What numbers begin with, such as 33; "" is all numbers.'),
  account: maybe(id, 'ID', 'For this account alone. Default: for all.'),
};

const priceSet = command({
  name: 'call-price set',
  sentence: 'Sets what a minute of a call costs: of several prefixes that fit the longest counts.',
  takes: {},
  options: {
    ...options,
    minute: needed(amountNotNegative, 'AMOUNT', 'What a minute costs.'),
    first: otherwise(1, wholeNumber(1, 3_600), 'SECONDS', 'Billed whole once it is answered.'),
    next: otherwise(1, wholeNumber(1, 3_600), 'SECONDS', 'Then in steps of so many.'),
  },
  async run({ prefix: digits, account = 0, minute, first, next }, { clock, open }) {
    await using installation = await open();
    const { accounts, callPrices } = installation.storage;
    if (account !== 0 && (await accounts.findAccount(account)) === undefined) {
      return noAccount(account);
    }
    const price = { accountId: account, prefix: digits, perMinute: minute };
    const set: CallPrice = { ...price, firstS: first, nextS: next };
    await callPrices.setCallPrice(set, authorNow(clock));
    const whom = account === 0 ? '' : ` for account ${account}`;
    return done(
      `A minute to ${prefixText(digits)} costs ${formatExact(minute)}${whom}.\n`,
      priceJson(set),
    );
  },
});

const priceList = command({
  name: 'call-price list',
  sentence: 'Lists what calls cost, by prefix.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const prices = await installation.storage.callPrices.listCallPrices();
    const text = table(
      ['account', 'prefix', 'minute', 'first', 'next'],
      prices.map(({ accountId, prefix: digits, perMinute, firstS, nextS }) => [
        accountId === 0 ? 'all' : String(accountId),
        prefixText(digits),
        formatExact(perMinute),
        `${firstS} s`,
        `${nextS} s`,
      ]),
    );
    return done(text, { prices: prices.map(priceJson) });
  },
});

const priceRemove = command({
  name: 'call-price remove',
  sentence: 'Removes a price of calls: where there is none, calls are not forwarded.',
  takes: {},
  options,
  async run({ prefix: digits, account = 0 }, { clock, open }) {
    await using installation = await open();
    const price = { accountId: account, prefix: digits };
    const { callPrices } = installation.storage;
    return (await callPrices.removeCallPrice(price, authorNow(clock)))
      ? done(`The price of calls to ${prefixText(digits)} is removed.\n`, { removed: digits })
      : failed(`There is no such price of calls to ${prefixText(digits)}`);
  },
});

function priceJson({ accountId, prefix: digits, perMinute, firstS, nextS }: CallPrice): object {
  return {
    prefix: digits,
    minute: toNumber(perMinute),
    firstS,
    nextS,
    account: accountId === 0 ? null : accountId,
  };
}

export const callPriceCommands = [priceSet, priceList, priceRemove];
