/** The commands for sub-accounts; each of their documented names and methods works. */

import type { Command, Run } from '#api/commands/command.ts';
import { createSubAccount } from './create.ts';
import { moveCredit } from './credit.ts';
import { listSubAccounts } from './list.ts';
import { removeSubAccount } from './remove.ts';
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
