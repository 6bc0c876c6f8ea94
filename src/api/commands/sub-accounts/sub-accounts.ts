/** The commands for sub-accounts; each of their documented names and methods works. */

import type { ApiKey } from '#accounts/api-key.ts';
import type { SubAccountStore } from '#accounts/sub-account-store.ts';
import type { Command, Run } from '#api/commands/command.ts';
import type { MoneyLimits } from '#api/commands/key-money.ts';
import type { Clock } from '#core/clock.ts';
import { createSubAccount } from './create.ts';
import { moveCredit } from './credit.ts';
import { listSubAccounts } from './list.ts';
import { removeSubAccount } from './remove.ts';

export type SubAccountPorts = {
  readonly subAccounts: SubAccountStore;
  /** The API key that follows from a word of chance; without this installation's secrets nobody knows it. */
  readonly repeatableKey: (mode: ApiKey['mode'], chance: string) => string;
  readonly limits: MoneyLimits;
  readonly clock: Clock;
};

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
