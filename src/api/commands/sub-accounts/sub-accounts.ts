/** The commands for sub-accounts; each of their documented names and methods works. */

import type { Account } from '#accounts/account.ts';
import { formatIsoTime } from '#api/commands/account-time.ts';
import type { Command, Run } from '#api/commands/command.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { toNumber } from '#core/money.ts';
import { createSubAccount } from './create.ts';
import { authorOf, moveCredit, purseOf } from './credit.ts';
import type { SubAccountPorts } from './sub-account-ports.ts';

export function subAccountCommands(ports: SubAccountPorts): readonly Command[] {
  return [
    command('subaccount/create', createSubAccount(ports), 'POST', 'GET'),
    { ...command('subaccount/list', listSubAccounts(ports), 'GET', 'POST'), reads: true },
    command('subaccount/remove', removeSubAccount(ports), 'DELETE', 'POST', 'GET'),
    command('subaccount/delete', removeSubAccount(ports), 'DELETE', 'POST', 'GET'),
    command('subaccount/credit/add', moveCredit('to sub-account', ports), 'POST'),
    command('subaccount/credit/remove', moveCredit('to parent', ports), 'POST'),
  ];
}

function command(name: string, run: Run, ...methods: Command['methods']): Command {
  return { path: `/v1/${name}`, base: 'sms', scope: 'subaccounts', methods, run };
}

const unknown = refuse('sub-account is unknown', { field: 'token' });

/** Its keys end, and what it has goes back to the caller. */
function removeSubAccount({ subAccounts, clock }: SubAccountPorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    // Clients name it as they do for credit, too.
    const name = fields.isGiven('token') ? 'token' : 'tokenSubaccount';
    const token = fields.requiredText(name, 'sub-account is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const accountId = parseWholeNumber(token ?? '');
    const removed =
      accountId !== undefined &&
      (await subAccounts.removeSubAccount(
        caller.account.id,
        accountId,
        authorOf({ caller }, clock),
      ));
    return removed ? succeed({}) : unknown;
  };
}

/** `subaccount/list`: twenty to a page. */
const pageSize = 20;
const pageMax = 1_000_000;

function listSubAccounts({ subAccounts }: SubAccountPorts): Run {
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
