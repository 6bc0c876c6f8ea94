/** An account's money as commands show it to people. */
import type { PricesView } from '#accounts/money/own-prices.ts';
import { columns, table } from '#cli/text-table.ts';
import { rowTables, type Texts } from './shown-value.ts';

export const moneyTexts = {
  'ledger list': ({ lines, next }) => {
    const more = next === null ? '' : `There are more: --after ${next}\n`;
    const [by, of] = [
      ['by', 'actor'],
      ['of', ({ subject, count }: (typeof lines)[number]) => subject ?? count],
    ] as const;
    return `${columns(lines, 'id', 'at', 'kind', 'amount', 'balance', by, of)}${more}`;
  },
  'ledger spending': ({ hours, currency }) =>
    columns(
      hours,
      ['hour', 'startsAt'],
      'product',
      ['cost', ({ cost }) => `${cost} ${currency}`],
      'parts',
    ),
  'ledger statistics': ({ steps, parts, cost }) =>
    rowTables([...steps, { from: 'all', parts, cost }]),
  'account prices': pricesText,
} satisfies Texts;

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
