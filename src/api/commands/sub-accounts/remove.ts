/** `subaccount/remove`: its keys end, and what it has goes back to the caller. */
import type { Run } from '#api/commands/command.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { authorOf } from './credit.ts';
import type { SubAccountPorts } from './sub-account-ports.ts';

const unknown = refuse('sub-account is unknown', { field: 'token' });

export function removeSubAccount({ subAccounts, clock }: SubAccountPorts): Run {
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
