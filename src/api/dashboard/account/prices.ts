/** What an account pays: prices in force, its own before those of all, and what is announced. */
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import * as define from './definitions.ts';
import { accountOf } from './money.ts';
import type { AccountPagePorts } from './ports.ts';

type Dated = { readonly accountId: number; readonly fromMs: number; readonly price: Millionths };

export function priceHandlers(ports: AccountPagePorts): readonly Handler[] {
  const { prices, clock } = ports;
  return [
    handle(define.listPrices, async ({ accountId }) => {
      const { currency } = await accountOf(accountId, ports);
      const nowMs = clock.nowMs();
      const [sms, mail, calls] = await Promise.all([
        prices.listPrices(),
        prices.listMailPrices(),
        prices.listCallPrices(),
      ]);
      const byPrefix = Map.groupBy(ofAccount(sms, accountId), ({ prefix }) => prefix);
      return give({
        currency,
        sms: [...byPrefix]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .flatMap(([prefix, dated]) => {
            const told = tellPrice(dated, nowMs);
            return told === undefined ? [] : [{ prefix, ...told }];
          }),
        email: tellPrice(ofAccount(mail, accountId), nowMs) ?? null,
        calls: ofAccount(calls, accountId).map(({ accountId: whose, perMinute, ...call }) => ({
          ...call,
          perMinute: formatExact(perMinute),
          isOwn: whose !== 0,
        })),
      });
    }),
  ];
}

function ofAccount<Price extends { readonly accountId: number }>(
  prices: readonly Price[],
  accountId: number,
): readonly Price[] {
  return prices.filter(({ accountId: whose }) => whose === 0 || whose === accountId);
}

/** Of prices for one prefix; undefined where none is in force or announced. */
function tellPrice(prices: readonly Dated[], nowMs: number) {
  const own = prices.filter(({ accountId }) => accountId !== 0);
  const hasOwn = own.some(({ fromMs }) => fromMs <= nowMs);
  const counting = hasOwn ? own : prices;
  const inOrder = counting.toSorted((a, b) => a.fromMs - b.fromMs);
  const current = inOrder.findLast(({ fromMs }) => fromMs <= nowMs);
  const next = inOrder.find(({ fromMs }) => fromMs > nowMs);
  if (current === undefined) return undefined;
  return {
    price: formatExact(current.price),
    isOwn: current.accountId !== 0,
    fromMs: current.fromMs === 0 ? null : current.fromMs,
    next: next === undefined ? null : { price: formatExact(next.price), fromMs: next.fromMs },
  };
}
