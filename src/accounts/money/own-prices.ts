/** `account prices`: what an account pays: prices in force, its own before those of all, and what is announced. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { instantText } from '#core/instant-text.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import { mainCountryOf, planOfNumber } from '#core/numbering-plan.ts';
import { operation } from '#core/operation.ts';

/** Of all accounts where `accountId` is 0. */
type OfAccount = { readonly accountId: number };
type Dated = OfAccount & { readonly fromMs: number; readonly price: Millionths };
type Prefixed = { readonly prefix: string };

type CallPrice = OfAccount &
  Prefixed & { readonly perMinute: Millionths; readonly firstS: number; readonly nextS: number };

export type PricePorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly operators: {
    listPrices(): Promise<readonly (Dated & Prefixed)[]>;
    listNetworks(): Promise<readonly (Prefixed & { readonly network: string })[]>;
  };
  readonly emails: { listMailPrices(): Promise<readonly Dated[]> };
  readonly calls: { listCallPrices(): Promise<readonly CallPrice[]> };
  readonly clock: Pick<Clock, 'nowMs'>;
};

const instant = z.iso.datetime();
/** ISO 3166; null: of no country. */
const country = z.string().nullable();

const priceView = z.object({
  prefix: z.string(),
  country,
  /** MCC and MNC, where they are known. */
  network: z.string().nullable(),
  /** Null: none before the announced one. */
  price: z.string().nullable(),
  /** The account has it for itself. */
  isOwn: z.boolean(),
  from: instant.nullable(),
  next: z.object({ price: z.string(), from: instant }).nullable(),
});

const pricesView = z.object({
  currency: z.string(),
  /** Of a part, by the prefix of the number. */
  sms: z.array(priceView),
  email: priceView.omit({ prefix: true, country: true, network: true }).nullable(),
  calls: z.array(
    z.object({
      prefix: z.string(),
      country,
      perMinute: z.string(),
      firstS: z.int(),
      nextS: z.int(),
      isOwn: z.boolean(),
    }),
  ),
});

export type PricesView = z.output<typeof pricesView>;

export const showPrices = operation({
  name: 'account prices',
  does: 'reads',
  needs: 'read balance',
  output: pricesView,
  run: (ports: PricePorts, _, { accountId }) => viewPrices(accountId, ports),
});

export async function viewPrices(accountId: number, ports: PricePorts): Promise<PricesView> {
  const { accounts, operators, emails, clock } = ports;
  const { currency } = must(await accounts.findAccount(accountId), 'account of a role');
  const nowMs = clock.nowMs();
  const [sms, mail, calls, networks] = await Promise.all([
    operators.listPrices(),
    emails.listMailPrices(),
    ports.calls.listCallPrices(),
    operators.listNetworks(),
  ]);
  const networkOf = new Map(networks.map(({ prefix, network }) => [prefix, network]));
  const byPrefix = Map.groupBy(ofAccount(sms, accountId), ({ prefix }) => prefix);
  return {
    currency,
    sms: [...byPrefix]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([prefix, dated]) => {
        const told = viewDated(dated, nowMs);
        return told === undefined ? [] : [{ prefix, ...placeOf(prefix, networkOf), ...told }];
      }),
    email: viewDated(ofAccount(mail, accountId), nowMs) ?? null,
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

function ofAccount<Price extends OfAccount>(prices: readonly Price[], accountId: number) {
  return prices.filter(({ accountId: whose }) => whose === 0 || whose === accountId);
}

/** Of prices for one prefix; undefined where none is in force or announced. */
function viewDated(prices: readonly Dated[], nowMs: number) {
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
    from: current === undefined || current.fromMs === 0 ? null : instantText(current.fromMs),
    next:
      next === undefined
        ? null
        : { price: formatExact(next.price), from: instantText(next.fromMs) },
  };
}
