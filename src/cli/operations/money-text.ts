/** An account's money as commands show it to people. */
import type { z } from 'zod';
import type { listLedger, listSpending } from '#accounts/money/ledger-operations.ts';
import type { PricesView } from '#accounts/money/own-prices.ts';
import type { spendingStatistics } from '#accounts/statistics/spending-statistics.ts';
import { table } from '#cli/text-table.ts';
import { rowTables } from './shown-value.ts';

type Ledger = z.output<(typeof listLedger)['output']>;
type Statistics = z.output<(typeof spendingStatistics)['output']>;
type Spending = z.output<(typeof listSpending)['output']>;

export const moneyTexts = {
  'ledger list': ({ lines, next }: Ledger) => {
    const rows = lines.map(({ id, at, kind, amount, balance, actor, subject, count }) => [
      id,
      at,
      kind,
      amount,
      balance,
      actor,
      subject ?? (count === null ? '-' : String(count)),
    ]);
    const more = next === null ? '' : `There are more: --after ${next}\n`;
    return `${table(['id', 'at', 'kind', 'amount', 'balance', 'by', 'of'], rows)}${more}`;
  },
  'ledger spending': ({ hours, currency }: Spending) =>
    table(
      ['hour', 'product', 'cost', 'parts'],
      hours.map(({ startsAt, product, cost, parts }) => [
        startsAt,
        product,
        `${cost} ${currency}`,
        String(parts),
      ]),
    ),
  'ledger statistics': ({ steps, parts, cost }: Statistics) =>
    rowTables([...steps, { from: 'all', parts, cost }]),
  'account prices': pricesText,
};

function pricesText({ currency, sms, email, calls }: PricesView): string {
  const ofMail = { prefix: '-', country: null, network: null };
  const dated = [
    ...sms.map((one) => ({ product: 'sms', ...one })),
    ...(email === null ? [] : [{ product: 'email', ...ofMail, ...email }]),
  ];
  return table(
    ['product', 'prefix', 'country', 'network', `price (${currency})`, 'whose', 'next'],
    [
      ...dated.map(({ product, prefix, country, network, price, isOwn, next }) => [
        product,
        prefix || 'all',
        country ?? '-',
        network ?? '-',
        price ?? '-',
        isOwn ? 'own' : 'all',
        next === null ? '-' : `${next.price} from ${next.from}`,
      ]),
      ...calls.map(({ prefix, country, perMinute, firstS, nextS, isOwn }) => [
        `minute (${firstS}/${nextS} s)`,
        prefix || 'all',
        country ?? '-',
        '-',
        perMinute,
        isOwn ? 'own' : 'all',
        '-',
      ]),
    ],
  );
}
