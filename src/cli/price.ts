/** `parley price …`: what customers pay for a part, by what numbers begin with, or for a mail. */

import { findTwice } from '#core/csv-table.ts';
import { formatExact, toNumber } from '#core/money.ts';
import { importMax, type Price } from '#sms/routing/route-store.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { listMailPrices, removeMailPrice, setMailPrice } from './mail-price.ts';
import { maybe, needed, toggle } from './option.ts';
import { prefixText } from './route-view.ts';
import { readTable } from './table-file.ts';
import { formatTime, table } from './text-table.ts';
import { amountNotNegative, day, filePath, id, prefix } from './written-values.ts';

const options = {
  prefix: maybe(prefix, 'DIGITS', 'What numbers begin with, such as 33; "" is all numbers.'),
  mail: toggle('Of a mail, which an email has one of for each recipient.'),
  account: maybe(id, 'ID', 'For this account alone. Default: for all.'),
  from: maybe(day, 'DAY', 'In force from this day, UTC. Default: at once.'),
};

const priceSet = command({
  name: 'price set',
  sentence: 'Sets what a part costs, or a mail: of several prefixes that fit the longest counts.',
  takes: {},
  options: { ...options, price: needed(amountNotNegative, 'AMOUNT', 'What one costs.') },
  async run({ prefix: digits, mail, account = 0, from = 0, price }, { clock, open }) {
    const unclear = refuseBoth(digits, mail);
    if (unclear !== undefined) return unclear;
    await using installation = await open();
    if (digits === undefined) {
      return await setMailPrice({ account, from, price }, authorNow(clock), installation);
    }
    const missing = await missingAccount([account], installation);
    if (missing !== undefined) return failed(`There is no account ${missing}`);
    const { routes } = installation.storage;
    const set = { accountId: account, prefix: digits, fromMs: from, price };
    await routes.setPrices([set], authorNow(clock));
    const whom = account === 0 ? '' : ` for account ${account}`;
    const since = from === 0 ? '' : ` from ${formatTime(from)}`;
    return done(
      `A part to ${prefixText(digits)} costs ${formatExact(price)}${whom}${since}.\n`,
      priceJson(set),
    );
  },
});

const priceList = command({
  name: 'price list',
  sentence: 'Lists prices by prefix, those of single accounts behind the common ones.',
  takes: {},
  options: {
    account: maybe(id, 'ID', 'Only those of this account.'),
    mail: toggle('Those of mails.'),
  },
  async run({ account, mail }, { open }) {
    await using installation = await open();
    if (mail) return await listMailPrices(account, installation);
    const prices = (await installation.storage.routes.listPrices()).filter(
      ({ accountId }) => account === undefined || accountId === account,
    );
    const text = table(
      ['account', 'prefix', 'price', 'from'],
      prices.map(({ accountId, prefix: digits, price, fromMs }) => [
        accountId === 0 ? 'all' : String(accountId),
        prefixText(digits),
        formatExact(price),
        fromMs === 0 ? 'always' : formatTime(fromMs),
      ]),
    );
    return done(text, { prices: prices.map(priceJson) });
  },
});

const priceRemove = command({
  name: 'price remove',
  sentence: 'Removes a price: numbers, or mails, without any are not accepted.',
  takes: {},
  options,
  async run({ prefix: digits, mail, account = 0, from = 0 }, { clock, open }) {
    const unclear = refuseBoth(digits, mail);
    if (unclear !== undefined) return unclear;
    await using installation = await open();
    if (digits === undefined) {
      return await removeMailPrice({ account, from }, authorNow(clock), installation);
    }
    const { routes } = installation.storage;
    const found = (await routes.listPrices()).filter(
      (price) => price.prefix === digits && price.accountId === account && price.fromMs === from,
    );
    if (found.length === 0) return failed(`There is no such price of ${prefixText(digits)}`);
    await routes.removePrices(found, authorNow(clock));
    return done(`The price of ${prefixText(digits)} is removed.\n`, { removed: digits });
  },
});

const columns = {
  prefix: { kind: prefix },
  price: { kind: amountNotNegative },
  account: { kind: id, otherwise: 0 },
  from: { kind: day, otherwise: 0 },
};

const priceImport = command({
  name: 'price import',
  sentence: 'Sets prices from a CSV file with a heading: prefix, price, and any of account, from.',
  takes: { file: needed(filePath, 'FILE', 'The table; prices that it does not name stay.') },
  options: {},
  async run({ file: path }, { clock, open }) {
    await using installation = await open();
    const reading = await readTable(path, columns, importMax);
    if (!reading.ok) return failed(reading.problem);
    const twice = findTwice(
      reading.rows,
      ({ prefix: digits, account, from }) => `${account} ${digits} ${from}`,
    );
    if (twice !== undefined) {
      return failed(`${prefixText(twice.prefix)} stands there twice for the same account and day`);
    }
    const prices = reading.rows.map(({ prefix: digits, price, account, from }) => ({
      accountId: account,
      prefix: digits,
      fromMs: from,
      price,
    }));
    const missing = await missingAccount(
      prices.map(({ accountId }) => accountId),
      installation,
    );
    if (missing !== undefined) return failed(`There is no account ${missing}`);
    await installation.storage.routes.setPrices(prices, authorNow(clock));
    return done(`${prices.length} prices are set.\n`, { prices: prices.length });
  },
});

/** Either of them, and not both. */
function refuseBoth(digits: string | undefined, mail: boolean): Outcome | undefined {
  return (digits === undefined) === mail ? undefined : misused('Say either --prefix or --mail');
}

/** The first of them that there is not. */
async function missingAccount(
  accountIds: readonly number[],
  { storage }: Installation,
): Promise<number | undefined> {
  for (const accountId of new Set(accountIds)) {
    if (accountId !== 0 && (await storage.accounts.findAccount(accountId)) === undefined) {
      return accountId;
    }
  }
  return undefined;
}

function priceJson({ accountId, prefix: digits, fromMs, price }: Price): object {
  return {
    prefix: digits,
    price: toNumber(price),
    account: accountId === 0 ? null : accountId,
    from: fromMs === 0 ? null : formatTime(fromMs),
  };
}

export const priceCommands = [priceSet, priceList, priceRemove, priceImport];
