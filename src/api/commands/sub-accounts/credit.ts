/** `subaccount/credit/add` and `/remove`: money moves between the caller and a sub-account. */

import type { Account } from '#accounts/account.ts';
import type { Purse } from '#accounts/ledger.ts';
import type { Transfer } from '#accounts/sub-account-store.ts';
import type { Call, Run } from '#api/commands/command.ts';
import { readIdempotency } from '#api/commands/idempotency.ts';
import { limitRefusal, takeMoney } from '#api/commands/key-money.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import { replyRememberedMs } from '#core/idempotency.ts';
import { formatExact, type Millionths, parseMoney, toNumber, zero } from '#core/money.ts';
import type { SubAccountPorts } from './sub-account-ports.ts';

/** Of an account that stands under another one itself. */
export const notASubAccount = refuse('sub-accounts have none', { field: 'apiKey' });
const unknownSubAccount = refuse('sub-account is unknown', { field: 'tokenSubaccount' });

export function moveCredit(
  direction: Transfer['direction'],
  { subAccounts, limits, clock }: SubAccountPorts,
): Run {
  return async (call) => {
    const { account: parent } = call.caller;
    if (parent.parentId !== null) return notASubAccount;
    const fields = new Fields(call.parameters);
    const amount = readNeededCredit(fields);
    const token = fields.requiredText('tokenSubaccount', 'sub-account is missing');
    const accountId = parseWholeNumber(token ?? '');
    const asked = { direction, accountId, amount };
    const idempotency = readIdempotency(fields, call, asked);
    if (fields.refusal !== undefined) return fields.refusal;
    if (accountId === undefined) return unknownSubAccount;
    const taken =
      direction === 'to sub-account'
        ? takeMoney('transfer', { call, cost: amount, limits, clock })
        : undefined;
    if (taken?.ok === false) return limitRefusal(taken.refusal, parent.currency);
    const purse = purseOf(call);
    const author = authorOf(call, clock);
    const transfer = { parentId: parent.id, accountId, amount, direction, purse, ...author };
    const forgottenBeforeMs = author.atMs - replyRememberedMs;
    const moved =
      idempotency === undefined
        ? await subAccounts.moveCredit(transfer)
        : await subAccounts.moveCreditOnce(transfer, { ...idempotency, forgottenBeforeMs });
    if (moved.kind !== 'moved') taken?.giveBack();
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
      case 'key was used for another request':
        return refuse('idempotency key was used for another request', { field: 'idempotencyKey' });
      case 'moved':
        return toCreditJson(left(moved.parent, purse), left(moved.account, purse), parent);
      case 'repeated':
        return toCreditJson(moved.left.parent, moved.left.account, parent);
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

function toCreditJson(credit: Millionths, subaccountCredit: Millionths, { currency }: Account) {
  return succeed({
    credit: toNumber(credit),
    subaccountCredit: toNumber(subaccountCredit),
    currency,
  });
}

function left({ balance, testBalance }: Account, purse: Purse): Millionths {
  return purse === 'live' ? balance : testBalance;
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
