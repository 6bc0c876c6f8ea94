/** Over which time figures are told, in hours or days of the account's zone. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { fromInput } from '#core/common-inputs.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import { stepsOf, tooManyDays } from '#core/time-steps.ts';
import { keyModes } from '#model/key-mode.ts';

export const spanShape = {
  mode: z.enum(keyModes).default('live'),
  by: z.enum(['hour', 'day']).default('day'),
  from: fromInput,
  /** Exclusive. */
  until: fromInput,
};
const span = z.object(spanShape);

type Span = z.output<typeof span>;

/** What each answer says of its time. */
export const placeView = {
  currency: z.string(),
  /** Of the account's days. */
  zone: z.string(),
};

export const stepFrom = { from: z.iso.datetime() };

export const spanRefusals = ['interval ends before it begins', 'interval is too long'] as const;

type AskedSpan = {
  readonly place: { readonly currency: string; readonly zone: string };
  /** Where hours or days begin, from the one that `from` lies in. */
  readonly starts: readonly number[];
  readonly wish: {
    readonly accountId: number;
    readonly purse: Span['mode'];
    readonly fromMs: number;
    readonly untilMs: number;
  };
};

export async function readSpan(
  { accounts }: { readonly accounts: Pick<AccountStore, 'findAccount'> },
  { by, mode: purse, from, until: untilMs }: Span,
  accountId: number,
): Promise<AskedSpan | Refusal<(typeof spanRefusals)[number]>> {
  const field = 'until';
  if (untilMs <= from) {
    return refuse('interval ends before it begins', { field, params: { name: field } });
  }
  const asked = { by, from, until: untilMs };
  const max = tooManyDays(asked);
  if (max !== undefined) return refuse('interval is too long', { field, params: { max } });
  const account = must(await accounts.findAccount(accountId), 'account');
  const { currency, timeZone: zone } = account;
  const starts = stepsOf(asked, zone);
  const wish = { accountId, purse, fromMs: starts[0] ?? from, untilMs };
  return { place: { currency, zone }, starts, wish };
}
