/** What calls that are forwarded cost: listed, set and removed. */

import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { accountInput, costInput, prefixInput } from '#core/common-inputs.ts';
import { formatExact } from '#core/money.ts';
import { operation, refuse } from '#core/operation.ts';
import type { CallPrice } from '#numbers/calls/call-price.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';

type CallPricePorts = {
  readonly calls: Pick<CallStore, 'listCallPrices' | 'setCallPrice' | 'removeCallPrice'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
};

const place = { prefix: prefixInput, account: accountInput.nullable().optional() };
const steps = z.int().min(1).max(3_600);

const callPriceView = z.object({
  prefix: z.string(),
  minute: z.string().meta({ description: 'Exact, such as "0.049".' }),
  /** The first so many seconds are billed whole, then every so many. */
  firstS: z.int(),
  nextS: z.int(),
  /** Null: of all accounts that have none of their own. */
  account: z.int().nullable(),
});

export const listCallPrices = operation({
  name: 'call-price list',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ prices: z.array(callPriceView) }),
  run: async ({ calls }: CallPricePorts) => ({
    prices: (await calls.listCallPrices()).map(viewPrice),
  }),
});

export const setCallPrice = operation({
  name: 'call-price set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['call-price list'],
  input: z.strictObject({
    ...place,
    minute: costInput,
    firstS: steps.default(1),
    nextS: steps.default(1),
  }),
  output: callPriceView,
  refusals: ['account of a price is unknown'],
  async run({ accounts, calls }: CallPricePorts, input, author) {
    const { prefix, account = null, minute, firstS, nextS } = input;
    if (account !== null && (await accounts.findAccount(account)) === undefined) {
      return refuse('account of a price is unknown', { field: 'account', params: { account } });
    }
    const price = { accountId: account ?? 0, prefix, perMinute: minute, firstS, nextS };
    await calls.setCallPrice(price, author);
    return viewPrice(price);
  },
});

export const removeCallPrice = operation({
  name: 'call-price remove',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['call-price list'],
  input: z.strictObject(place),
  output: z.object({ removed: z.string() }),
  refusals: ['price of calls is unknown'],
  run: async ({ calls }: CallPricePorts, { prefix, account }, author) =>
    (await calls.removeCallPrice({ prefix, accountId: account ?? 0 }, author))
      ? { removed: prefix }
      : refuse('price of calls is unknown', { field: 'prefix', params: { prefix } }),
});

function viewPrice({ accountId, prefix, perMinute, firstS, nextS }: CallPrice) {
  const account = accountId === 0 ? null : accountId;
  return { prefix, minute: formatExact(perMinute), firstS, nextS, account };
}
