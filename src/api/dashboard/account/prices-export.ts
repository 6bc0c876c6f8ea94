/** What an account pays, as a file. */
import { type PricesView, viewPrices } from '#accounts/money/own-prices.ts';
import { csvDownload } from '#api/dashboard/csv-download.ts';
import { type Handler, handle } from '#api/dashboard/handler.ts';
import * as define from './definitions.ts';
import type { AccountPagePorts } from './ports.ts';

export function priceExport(ports: AccountPagePorts): Handler {
  return handle(define.exportPrices, async ({ accountId }) => {
    const rows = cellsOf(await viewPrices(accountId, ports));
    return csvDownload(`prices-${accountId}`, [head, ...rows]);
  });
}

const head = [
  'product',
  'prefix',
  'country',
  'network',
  'price',
  'currency',
  'whose',
  'from',
  'first_s',
  'next_s',
];

/** A line for each price, also for those that are announced. */
function cellsOf({ currency, sms, email, calls }: PricesView): readonly (readonly string[])[] {
  const mails = email === null ? [] : [{ ...email, prefix: '', country: null, network: null }];
  const dated = (product: string, rows: PricesView['sms']) =>
    rows.flatMap(({ prefix, country, network, price, isOwn, from, next }) => {
      const place = [product, prefix, country ?? '', network ?? ''];
      const line = (amount: string, at: string | null) => [
        ...place,
        amount,
        currency,
        isOwn ? 'own' : 'all',
        at ?? '',
        '',
        '',
      ];
      return [
        ...(price === null ? [] : [line(price, from)]),
        ...(next === null ? [] : [line(next.price, next.from)]),
      ];
    });
  const minutes = calls.map(({ prefix, country, perMinute, isOwn, firstS, nextS }) => {
    const whose = isOwn ? 'own' : 'all';
    const steps = [String(firstS), String(nextS)];
    return ['call', prefix, country ?? '', '', perMinute, currency, whose, '', ...steps];
  });
  return [...dated('sms', sms), ...dated('email', mails), ...minutes];
}
