/** `balance show`, `alert`, `refill`: what an account has left, of live and of test money. */
import { z } from 'zod';
import { type Account, testMoney } from '#accounts/account.ts';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { costInput } from '#core/common-inputs.ts';
import { formatBalance, formatExact, type Millionths, zero } from '#core/money.ts';
import { operation } from '#core/operation.ts';

type BalancePorts = {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'changeAccount' | 'move'>;
};

const balanceView = z.object({
  currency: z.string(),
  /** In units of the currency. */
  live: z.string(),
  test: z.string(),
  /** Below which the account's address is mailed; null: never. */
  alertLevel: z.string().nullable(),
});

export const showBalance = operation({
  name: 'balance show',
  does: 'reads',
  needs: 'read balance',
  output: balanceView,
  async run({ accounts }: BalancePorts, _, { accountId }) {
    return viewBalance(await accounts.findAccount(accountId));
  },
});

export const setAlertLevel = operation({
  name: 'balance alert',
  does: 'writes',
  needs: 'manage balance',
  changes: ['balance show'],
  positional: ['level'],
  input: z.strictObject({ level: costInput.nullable() }),
  output: balanceView,
  async run({ accounts }: BalancePorts, { level: alertLevel }, caller) {
    return viewBalance(await accounts.changeAccount(caller.accountId, { alertLevel }, caller));
  },
});

export const refillTestMoney = operation({
  name: 'balance refill',
  does: 'writes',
  needs: 'send',
  changes: ['balance show', 'ledger list', 'account list', 'account show'],
  output: balanceView,
  async run({ accounts }: BalancePorts, _, { accountId, actor, atMs }) {
    const account = await accounts.findAccount(accountId);
    const amount = (testMoney - must(account, 'account of a role').testBalance) as Millionths;
    if (amount <= zero) return viewBalance(account);
    const movement = { accountId, purse: 'test', amount, kind: 'top-up', actor, atMs } as const;
    return viewBalance(await accounts.move(movement));
  },
});

/** A role in it, or the account itself, has been found. */
function viewBalance(account: Account | undefined): z.output<typeof balanceView> {
  const { currency, balance, testBalance, alertLevel } = must(account, 'account of a role');
  return {
    currency,
    live: formatBalance(balance),
    test: formatBalance(testBalance),
    alertLevel: alertLevel === null ? null : formatExact(alertLevel),
  };
}
