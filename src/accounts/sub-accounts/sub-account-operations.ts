/** `subaccount create`, `list`, `credit`, `remove`: accounts under another one, and the credit that moves between them. */
import { z } from 'zod';
import type { Account } from '#accounts/account.ts';
import type { AccountStore } from '#accounts/account-store.ts';
import { accountView, viewAccount } from '#accounts/account-view.ts';
import { apiBases, unbounded } from '#accounts/api-key.ts';
import { mintKey } from '#accounts/key-minting.ts';
import { must, unreachable } from '#core/assert.ts';
import {
  accountInput,
  amountAboveZero,
  costInput,
  emailInput,
  lineInput,
} from '#core/common-inputs.ts';
import { formatExact, type Millionths, zero } from '#core/money.ts';
import { operation, type Refusal, refuse } from '#core/operation.ts';

type SubAccountPorts = {
  readonly accounts: Pick<
    AccountStore,
    'findAccount' | 'createSubAccount' | 'listSubAccounts' | 'moveCredit' | 'removeSubAccount'
  >;
};

/** What commands call the account of these. */
const accountFlag = 'parent';
/** Their money is the account’s. */
const changes = ['subaccount list', 'balance show', 'ledger list'];
const listMax = 1_000;

const test = z.boolean().default(false);
const named = { subaccount: accountInput };

export const createSubAccount = operation({
  name: 'subaccount create',
  does: 'writes',
  needs: 'manage people',
  fresh: true,
  changes,
  accountFlag,
  input: z.strictObject({
    name: lineInput(1, 100),
    email: emailInput({ orNone: true }).default(''),
    credit: costInput.optional(),
    test,
  }),
  output: z.object({ account: accountView, key: z.string() }),
  refusals: ['account is not there', 'sub-accounts have none', 'credit is not enough'],
  async run(ports: SubAccountPorts, { credit = zero, test: isTest, ...wish }, caller) {
    const { accountId, actor, atMs: createdAtMs } = caller;
    const parent = await ports.accounts.findAccount(accountId);
    if (parent === undefined || parent.removedAtMs !== null) {
      return refuse('account is not there', { params: { account: accountId } });
    }
    if (parent.parentId !== null) return refuse('sub-accounts have none');
    const mode = isTest ? 'test' : 'live';
    const { clear, key } = mintKey({ ...unbounded, bases: apiBases, mode, label: 'API' });
    const wanted = {
      parent,
      ...wish,
      firstname: '',
      lastname: '',
      credit,
      purse: mode,
      key,
    } as const;
    const account = await ports.accounts.createSubAccount({ ...wanted, createdAtMs, actor });
    if (account !== undefined) return { account: viewAccount(account), key: clear };
    const balance = isTest ? parent.testBalance : parent.balance;
    return refuseCredit('credit', { balance, credit, parent });
  },
});

export const listSubAccounts = operation({
  name: 'subaccount list',
  does: 'reads',
  needs: 'manage people',
  accountFlag,
  input: z.strictObject({
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(listMax).default(listMax),
  }),
  output: z.object({ accounts: z.array(accountView), all: z.int() }),
  async run({ accounts }: SubAccountPorts, { page, limit }, { accountId }) {
    const { accounts: listed, total } = await accounts.listSubAccounts(accountId, page, limit);
    return { accounts: listed.map(viewAccount), all: total };
  },
});

export const moveCredit = operation({
  name: 'subaccount credit',
  does: 'writes',
  needs: 'manage people',
  fresh: true,
  changes,
  accountFlag,
  accountOf: parentOf,
  positional: ['subaccount', 'amount'],
  input: z.strictObject({
    ...named,
    amount: amountAboveZero,
    back: z.boolean().default(false),
    test,
  }),
  output: z.object({ parent: accountView, account: accountView }),
  refusals: ['sub-account is not there', 'credit is not enough'],
  async run(ports: SubAccountPorts, { subaccount, amount, back, test: isTest }, caller) {
    const { accountId: parentId, actor, atMs } = caller;
    const moved = await ports.accounts.moveCredit({
      parentId,
      accountId: subaccount,
      amount,
      direction: back ? 'to parent' : 'to sub-account',
      purse: isTest ? 'test' : 'live',
      actor,
      atMs,
    });
    switch (moved.kind) {
      case 'sub-account is unknown':
        return notThere(subaccount);
      case 'credit is not enough': {
        const parent = must(await ports.accounts.findAccount(parentId), 'parent');
        return refuseCredit('amount', { balance: moved.balance, credit: amount, parent });
      }
      case 'moved':
        return { parent: viewAccount(moved.parent), account: viewAccount(moved.account) };
      default:
        return unreachable(moved);
    }
  },
});

export const removeSubAccount = operation({
  name: 'subaccount remove',
  does: 'writes',
  needs: 'manage people',
  fresh: true,
  changes,
  accountFlag,
  accountOf: parentOf,
  positional: ['subaccount'],
  input: z.strictObject(named),
  output: z.object({ removed: z.int() }),
  refusals: ['sub-account is not there'],
  async run({ accounts }: SubAccountPorts, { subaccount }, { accountId, actor, atMs }) {
    const author = { actor, atMs };
    return (await accounts.removeSubAccount(accountId, subaccount, author))
      ? { removed: subaccount }
      : notThere(subaccount);
  },
});

/** For commands, which name the sub-account alone. */
async function parentOf(
  { accounts }: SubAccountPorts,
  { subaccount }: { readonly subaccount: number },
): Promise<number | Refusal<'sub-account is not there'>> {
  return (await accounts.findAccount(subaccount))?.parentId ?? notThere(subaccount);
}

function notThere(subaccount: number): Refusal<'sub-account is not there'> {
  return refuse('sub-account is not there', { field: 'subaccount', params: { subaccount } });
}

type Lack = {
  readonly balance: Millionths;
  readonly credit: Millionths;
  readonly parent: Pick<Account, 'currency'>;
};

function refuseCredit(field: string, { balance, credit, parent: { currency } }: Lack) {
  const params = { balance: formatExact(balance), credit: formatExact(credit), currency };
  return refuse('credit is not enough', { field, params });
}
