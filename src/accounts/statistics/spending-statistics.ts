/** `ledger statistics`: what an account sent and what it cost, from the hours that are kept: no message is read. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { operation, Refusal } from '#core/operation.ts';
import { byStep } from '#core/time-steps.ts';
import { costOf, sumOf } from './figures.ts';
import { placeView, readSpan, spanRefusals, spanShape, stepFrom } from './span.ts';

const sums = { parts: z.int(), cost: z.string() };

export const spendingStatistics = operation({
  name: 'ledger statistics',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({ ...spanShape, product: z.enum(['sms', 'email']) }),
  output: z.object({
    ...placeView,
    ...sums,
    /** Each begins where the one before ends; those in which nothing was sent too. */
    steps: z.array(z.object({ ...stepFrom, ...sums })),
  }),
  refusals: spanRefusals,
  async run(
    ports: { readonly accounts: Pick<AccountStore, 'findAccount' | 'listSpentHours'> },
    { product: wanted, ...asked },
    { accountId },
  ) {
    const span = await readSpan(ports, asked, accountId);
    if (span instanceof Refusal) return span;
    const all = await ports.accounts.listSpentHours(span.wish);
    const hours = all.filter(({ product }) => product === wanted);
    return { ...span.place, ...addUp(hours), steps: byStep(span.starts, hours, addUp) };
  },
});

type Hour = Awaited<ReturnType<AccountStore['listSpentHours']>>[number];

function addUp(hours: readonly Pick<Hour, 'parts' | 'cost'>[]) {
  return { parts: sumOf(hours, ({ parts }) => parts), cost: costOf(hours) };
}
