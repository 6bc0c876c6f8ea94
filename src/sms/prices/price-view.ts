/** Prices as every door shows and names them: of a part by prefix, or of a mail. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import type { Author } from '#core/author.ts';
import { accountInput, fromInput, prefixInput } from '#core/common-inputs.ts';
import { formatTable } from '#core/csv-text.ts';
import { instantText } from '#core/instant-text.ts';
import { formatExact } from '#core/money.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { Price, RouteStore } from '#sms/routing/route-store.ts';

type MailPrice = Omit<Price, 'prefix'>;

export type PricePorts = {
  readonly operators: Pick<
    RouteStore,
    'listPrices' | 'setPrices' | 'removePrices' | 'changePrices'
  >;
  readonly emails: {
    listMailPrices(): Promise<readonly MailPrice[]>;
    setMailPrice(price: MailPrice, author: Author): Promise<void>;
    removeMailPrice(place: Omit<MailPrice, 'price'>, author: Author): Promise<boolean>;
  };
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly currency: string;
};

export const placeShape = {
  account: accountInput.nullable().optional(),
  from: fromInput.nullable().optional(),
};

/** Of which of them is meant: either, and not both. */
export const kindShape = { prefix: prefixInput.optional(), mail: z.boolean().default(false) };

type Place = {
  readonly account?: number | null | undefined;
  readonly from?: number | null | undefined;
};

export function placeOf({ account, from }: Place) {
  return { accountId: account ?? 0, fromMs: from ?? 0 };
}

export const priceView = z.object({
  /** What numbers begin with; null: it is the price of a mail. */
  prefix: z.string().nullable(),
  price: z.string().meta({ description: 'Exact, such as "0.049".' }),
  /** Null: of all accounts that have none of their own. */
  account: z.int().nullable(),
  /** Null: always. */
  from: z.iso.datetime().nullable(),
});

export type PriceView = z.output<typeof priceView>;

export function viewPrice({
  accountId,
  fromMs,
  price,
  ...of
}: MailPrice & Partial<Price>): PriceView {
  return {
    prefix: of.prefix ?? null,
    price: formatExact(price),
    account: accountId === 0 ? null : accountId,
    from: fromMs === 0 ? null : instantText(fromMs),
  };
}

/** What sets prices apart. */
export function keyOf({ accountId, prefix, fromMs }: Omit<Price, 'price'>): string {
  return `${accountId} ${prefix} ${fromMs}`;
}

/** A table that has prices as they were when it is imported: those that were not there go. */
export function undoTable(set: readonly Price[], remove: readonly Price[]): string {
  return formatTable([
    ['prefix', 'price', 'account', 'from'],
    ...set.map((price) => rowOf(price, formatExact(price.price))),
    ...remove.map((price) => rowOf(price, 'none')),
  ]);
}

function rowOf(price: Price, cost: string): readonly string[] {
  const { prefix, account, from } = viewPrice(price);
  return [prefix ?? '', cost, String(account ?? ''), from ?? ''];
}

export async function refuseMissing(
  prices: readonly Pick<Price, 'accountId'>[],
  { accounts }: Pick<PricePorts, 'accounts'>,
): Promise<Refusal<'account of a price is unknown'> | undefined> {
  for (const accountId of new Set(prices.map((price) => price.accountId))) {
    if (accountId !== 0 && (await accounts.findAccount(accountId)) === undefined) {
      const params = { account: accountId };
      return refuse('account of a price is unknown', { field: 'account', params });
    }
  }
  return undefined;
}
