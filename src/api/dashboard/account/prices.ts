/** What an account pays: prices in force, its own before those of all, and what is announced. */
import { csvDownload } from '#api/dashboard/csv-download.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import { mainCountryOf, planOfNumber } from '#core/numbering-plan.ts';
import * as define from './definitions.ts';
import { accountOf } from './money.ts';
import type { AccountPagePorts } from './ports.ts';

type Dated = { readonly accountId: number; readonly fromMs: number; readonly price: Millionths };

export function priceHandlers(ports: AccountPagePorts): readonly Handler[] {
  return [
    handle(define.listPrices, async ({ accountId }) => give(await toPricesJson(accountId, ports))),
    handle(define.exportPrices, async ({ accountId }) => {
      const rows = cellsOf(await toPricesJson(accountId, ports));
      return csvDownload(`prices-${accountId}`, [head, ...rows]);
    }),
  ];
}

type Told = Reply<typeof define.listPrices>;

async function toPricesJson(accountId: number, ports: AccountPagePorts): Promise<Told> {
  const { prices, clock } = ports;
  const { currency } = await accountOf(accountId, ports);
  const nowMs = clock.nowMs();
  const [sms, mail, calls, networks] = await Promise.all([
    prices.listPrices(),
    prices.listMailPrices(),
    prices.listCallPrices(),
    prices.listNetworks(),
  ]);
  const networkOf = new Map(networks.map(({ prefix, network }) => [prefix, network]));
  const byPrefix = Map.groupBy(ofAccount(sms, accountId), ({ prefix }) => prefix);
  return {
    currency,
    sms: [...byPrefix]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([prefix, dated]) => {
        const told = toPriceJson(dated, nowMs);
        return told === undefined ? [] : [{ prefix, ...placeOf(prefix, networkOf), ...told }];
      }),
    email: toPriceJson(ofAccount(mail, accountId), nowMs) ?? null,
    calls: ofAccount(calls, accountId).map(({ accountId: whose, perMinute, ...call }) => ({
      ...call,
      country: countryOf(call.prefix),
      perMinute: formatExact(perMinute),
      isOwn: whose !== 0,
    })),
  };
}

/** Of the longest prefix whose network is known. */
function placeOf(prefix: string, networks: ReadonlyMap<string, string>) {
  const starts = Array.from({ length: prefix.length }, (_, cut) =>
    prefix.slice(0, prefix.length - cut),
  );
  const known = starts.find((start) => networks.has(start)) ?? '';
  return { country: countryOf(prefix), network: networks.get(known) ?? null };
}

function countryOf(prefix: string): string | null {
  const plan = planOfNumber(prefix);
  return plan === undefined ? null : (mainCountryOf(plan.callingCode) ?? null);
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
function cellsOf({ currency, sms, email, calls }: Told): readonly (readonly string[])[] {
  const mails = email === null ? [] : [{ ...email, prefix: '', country: null, network: null }];
  const dated = (product: string, rows: Told['sms']) =>
    rows.flatMap(({ prefix, country, network, price, isOwn, fromMs, next }) => {
      const place = [product, prefix, country ?? '', network ?? ''];
      const line = (amount: string, atMs: number | null) => [
        ...place,
        amount,
        currency,
        isOwn ? 'own' : 'all',
        atMs === null ? '' : new Date(atMs).toISOString(),
        '',
        '',
      ];
      return [
        ...(price === null ? [] : [line(price, fromMs)]),
        ...(next === null ? [] : [line(next.price, next.fromMs)]),
      ];
    });
  const minutes = calls.map(({ prefix, country, perMinute, isOwn, firstS, nextS }) => {
    const whose = isOwn ? 'own' : 'all';
    const steps = [String(firstS), String(nextS)];
    return ['call', prefix, country ?? '', '', perMinute, currency, whose, '', ...steps];
  });
  return [...dated('sms', sms), ...dated('email', mails), ...minutes];
}

function ofAccount<Price extends { readonly accountId: number }>(
  prices: readonly Price[],
  accountId: number,
): readonly Price[] {
  return prices.filter(({ accountId: whose }) => whose === 0 || whose === accountId);
}

/** Of prices for one prefix; undefined where none is in force or announced. */
function toPriceJson(prices: readonly Dated[], nowMs: number) {
  const own = prices.filter(({ accountId }) => accountId !== 0);
  const hasOwn = own.some(({ fromMs }) => fromMs <= nowMs);
  const counting = hasOwn ? own : prices;
  const inOrder = counting.toSorted((a, b) => a.fromMs - b.fromMs);
  const current = inOrder.findLast(({ fromMs }) => fromMs <= nowMs);
  const next = inOrder.find(({ fromMs }) => fromMs > nowMs);
  const told = current ?? next;
  if (told === undefined) return undefined;
  return {
    price: current === undefined ? null : formatExact(current.price),
    isOwn: told.accountId !== 0,
    fromMs: current === undefined || current.fromMs === 0 ? null : current.fromMs,
    next: next === undefined ? null : { price: formatExact(next.price), fromMs: next.fromMs },
  };
}
