/** Accounts under an account, and the credit that moves between them. */
import type { Account } from '#accounts/account.ts';
import { unbounded } from '#accounts/api-key.ts';
import { mintKey } from '#accounts/key-minting.ts';
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { must, unreachable } from '#core/assert.ts';
import { formatBalance, formatExact, type Millionths, parseMoney } from '#core/money.ts';
import * as define from './definitions.ts';
import { accountOf } from './money.ts';
import type { AccountPagePorts } from './ports.ts';

const pageSize = 50;

export function subAccountHandlers(ports: AccountPagePorts): readonly Handler[] {
  const { subAccounts, clock } = ports;
  return [
    handle(define.listSubAccounts, async ({ accountId, query }) => {
      const { currency } = await accountOf(accountId, ports);
      const { accounts, total } = await subAccounts.listSubAccounts(
        accountId,
        query.page,
        pageSize,
      );
      return give({ currency, accounts: accounts.map(toSubAccountJson), total, pageSize });
    }),
    handle(define.createSubAccount, (call) => create(call, ports)),
    handle(define.moveCredit, (call) => move(call, ports)),
    handle(define.removeSubAccount, async (call) => {
      const author = authorOf(call, clock);
      const isRemoved = await subAccounts.removeSubAccount(call.accountId, call.params.id, author);
      return isRemoved ? give(undefined) : refuse('nothing is there');
    }),
  ];
}

async function create(
  call: DashboardCall<typeof define.createSubAccount>,
  ports: AccountPagePorts,
): Promise<Handled<Reply<typeof define.createSubAccount>>> {
  const parent = await accountOf(call.accountId, ports);
  if (parent.parentId !== null) return refuse('sub-accounts have none');
  const { name, email, mode, credit: written } = call.body;
  const credit = amountOf(written);
  const { clear, key } = mintKey({ ...unbounded, bases: ['sms', 'email'], mode, label: 'First' });
  const { actor, atMs: createdAtMs } = authorOf(call, ports.clock);
  const account = await ports.subAccounts.createSubAccount({
    parent,
    name,
    email,
    firstname: '',
    lastname: '',
    credit,
    purse: mode,
    key,
    createdAtMs,
    actor,
  });
  if (account !== undefined) return give({ account: toSubAccountJson(account), clear });
  const balance = mode === 'live' ? parent.balance : parent.testBalance;
  return refuseCredit({ balance, credit, currency: parent.currency }, 'credit');
}

async function move(
  call: DashboardCall<typeof define.moveCredit>,
  { subAccounts, accounts, clock }: AccountPagePorts,
): Promise<Handled<Reply<typeof define.moveCredit>>> {
  const { accountId: parentId, params, body } = call;
  const { currency } = await accountOf(parentId, { accounts });
  const amount = amountOf(body.amount);
  if (amount === 0) return refuse('credit is not an amount', { field: 'amount' });
  const { purse, direction } = body;
  const transfer = { parentId, accountId: params.id, amount, direction, purse };
  const moved = await subAccounts.moveCredit({ ...transfer, ...authorOf(call, clock) });
  switch (moved.kind) {
    case 'sub-account is unknown':
      return refuse('nothing is there');
    case 'credit is not enough':
      return refuseCredit({ balance: moved.balance, credit: amount, currency }, 'amount');
    case 'moved': {
      const { balance, testBalance } = moved.parent;
      const left = formatBalance(purse === 'live' ? balance : testBalance);
      return give({ account: toSubAccountJson(moved.account), left, currency });
    }
    default:
      return unreachable(moved);
  }
}

/** The definition has let amounts alone pass. */
function amountOf(text: string): Millionths {
  return must(parseMoney(text), 'amount');
}

function refuseCredit(
  money: { readonly balance: Millionths; readonly credit: Millionths; readonly currency: string },
  field: string,
) {
  const { balance, credit, currency } = money;
  const details = { balance: formatExact(balance), credit: formatExact(credit), currency };
  return refuse('credit is not enough', { field, details });
}

function toSubAccountJson({ id, name, email, state, balance, testBalance, createdAtMs }: Account) {
  const left = { live: formatBalance(balance), test: formatBalance(testBalance) };
  return { id, name, email, state, createdAtMs, ...left };
}
