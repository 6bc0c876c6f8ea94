/** Prices as commands show them to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type { listCallPrices } from '#numbers/prices/call-price-operations.ts';
import type { listPrices } from '#sms/prices/price-operations.ts';
import type { importPrices, planPrices } from '#sms/prices/price-table.ts';
import type { PriceView } from '#sms/prices/price-view.ts';
import { prefixText } from './prefix-text.ts';

type List = z.output<(typeof listPrices)['output']>;
type Plan = z.output<(typeof planPrices)['output']>;
type Imported = z.output<(typeof importPrices)['output']>;
type CallPrices = z.output<(typeof listCallPrices)['output']>['prices'];

export const priceTexts = {
  'price set': ({ prefix, price, account, from }: PriceView) => {
    const whom = account === null ? '' : ` for account ${account}`;
    const since = from === null ? '' : ` from ${from}`;
    return `A ${prefix === null ? 'mail' : `part to ${prefixText(prefix)}`} costs ${price}${whom}${since}.\n`;
  },
  'price list': ({ prices }: List) =>
    table(
      ['account', 'prefix', 'price', 'from'],
      prices.map(({ account, prefix, price, from }) => [
        String(account ?? 'all'),
        prefix === null ? 'mails' : prefixText(prefix),
        price,
        from ?? 'always',
      ]),
    ),
  'price remove': ({ removed }: { readonly removed: string }) =>
    `The price of ${removed === 'mail' ? 'mails' : prefixText(removed)} is removed.\n`,
  'price plan': ({ added, changed, removed, same, changes }: Plan) => {
    const counts = { added, changed, removed, same };
    const told = fields(Object.entries(counts).map(([name, count]) => [name, String(count)]));
    const lines = changes.map(
      ({ prefix, before, price }) => `${prefixText(prefix ?? '')}: ${before} → ${price}\n`,
    );
    return told + lines.join('');
  },
  'call-price list': ({ prices }: { readonly prices: CallPrices }) =>
    table(
      ['account', 'prefix', 'minute', 'first', 'next'],
      prices.map(({ account, prefix, minute, firstS, nextS }) => [
        String(account ?? 'all'),
        prefixText(prefix),
        minute,
        `${firstS} s`,
        `${nextS} s`,
      ]),
    ),
  'call-price set': ({ prefix, minute, account }: CallPrices[number]) => {
    const whom = account === null ? '' : ` for account ${account}`;
    return `A minute to ${prefixText(prefix)} costs ${minute}${whom}.\n`;
  },
  'call-price remove': ({ removed }: { readonly removed: string }) =>
    `The price of calls to ${prefixText(removed)} is removed.\n`,
  'price import': ({ prices }: Imported) => `${prices} prices are set.\n`,
};
