/** `subaccount/credit/add` and `/remove`: money moves between the caller and a sub-account. */

import type { Account } from '#accounts/account.ts';
import type { Purse } from '#accounts/account-store.ts';
import type { Transfer } from '#accounts/sub-account-store.ts';
import type { Call, Run } from '#api/commands/command.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import { formatExact, type Millionths, parseMoney, toNumber, zero } from '#core/money.ts';
import type { SubAccountPorts } from './sub-accounts.ts';

/** Of an account that stands under another one itself. */
export const notASubAccount = refuse('sub-accounts have none', { field: 'apiKey' });
const unknownSubAccount = refuse('sub-account is unknown', { field: 'tokenSubaccount' });

export function moveCredit(
  direction: Transfer['direction'],
  { subAccounts, clock }: SubAccountPorts,
): Run {
  return async (call) => {
    const { account: parent } = call.caller;
    if (parent.parentId !== null) return notASubAccount;
    const fields = new Fields(call.parameters);
    const amount = readNeededCredit(fields);
    const token = fields.requiredText('tokenSubaccount', 'sub-account is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const accountId = parseWholeNumber(token ?? '');
    if (accountId === undefined) return unknownSubAccount;
    const purse = purseOf(call);
    const moved = await subAccounts.moveCredit({
      parentId: parent.id,
      accountId,
      amount,
      direction,
      purse,
      ...authorOf(call, clock),
    });
    switch (moved.kind) {
      case 'sub-account is unknown':
        return unknownSubAccount;
      case 'credit is not enough': {
        const { currency } = parent;
        const details = {
          balance: formatExact(moved.balance),
          credit: formatExact(amount),
          currency,
        };
        return refuse(moved.kind, { field: 'credit', details });
      }
      case 'moved':
        return succeed({
          credit: left(moved.parent, purse),
          subaccountCredit: left(moved.account, purse),
          currency: parent.currency,
        });
      default:
        return unreachable(moved);
    }
  };
}

/** Who the ledger and the audit name. */
export function authorOf({ caller }: Pick<Call, 'caller'>, clock: Clock): Author {
  return { actor: `key ${caller.key.id}`, atMs: clock.nowMs() };
}

/** A test key moves test money. */
export function purseOf({ caller }: Call): Purse {
  return caller.key.mode;
}

function left({ balance, testBalance }: Account, purse: Purse): number {
  return toNumber(purse === 'live' ? balance : testBalance);
}

function readNeededCredit(fields: Fields): Millionths {
  if (fields.value('credit') === undefined) fields.miss('credit is missing', 'credit');
  return fields.value('credit') === undefined ? zero : readCredit(fields, 'credit');
}

/** In units of the currency, as a number or a text; above 0. */
export function readCredit(fields: Fields, field: string): Millionths {
  const value = fields.value(field);
  const isWritten = typeof value === 'string' || typeof value === 'number';
  const amount = isWritten ? parseMoney(String(value)) : undefined;
  if (amount !== undefined && amount > 0) return amount;
  fields.refuse('credit is not an amount', field);
  return zero;
}
