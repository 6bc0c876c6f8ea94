/** `subaccount/list`: twenty to a page. */
import type { Account } from '#accounts/account.ts';
import { formatIsoTime } from '#api/commands/account-time.ts';
import type { Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { succeed } from '#api/reply.ts';
import { toNumber } from '#core/money.ts';
import { purseOf } from './credit.ts';
import type { SubAccountPorts } from './sub-account-ports.ts';

const pageSize = 20;
const pageMax = 1_000_000;

export function listSubAccounts({ subAccounts }: SubAccountPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const page = fields.wholeNumber('page', 1, pageMax) ?? 1;
    if (fields.refusal !== undefined) return fields.refusal;
    const parentId = call.caller.account.id;
    const { accounts, total } = await subAccounts.listSubAccounts(parentId, page, pageSize);
    const purse = purseOf(call);
    return succeed({
      currentPage: page,
      total,
      data: accounts.map((account) => tell(account, purse === 'live')),
    });
  };
}

function tell(account: Account, isLive: boolean) {
  return {
    token: String(account.id),
    email: account.email,
    firstname: account.firstname,
    lastname: account.lastname,
    credit: toNumber(isLive ? account.balance : account.testBalance),
    currency: account.currency,
    isActive: account.state === 'active',
    createdAt: formatIsoTime(account.createdAtMs),
  };
}
