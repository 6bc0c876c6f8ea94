/** `subaccount/create`: an account under the caller's, with a key of its own that is told this once. */
import { randomBytes } from 'node:crypto';
import type { Account } from '#accounts/account.ts';
import { mintKeyUnder } from '#accounts/key-minting.ts';
import type { NewSubAccount } from '#accounts/sub-account-store.ts';
import type { Call, Run } from '#api/commands/command.ts';
import { readIdempotency } from '#api/commands/idempotency.ts';
import { limitRefusal, takeMoney } from '#api/commands/key-money.ts';
import { fieldsOf } from '#api/commands/nested-fields.ts';
import { Fields } from '#api/parameters/fields.ts';
import { type Answer, refuse, succeed } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { type Idempotency, replyRememberedMs } from '#core/idempotency.ts';
import { formatExact, type Millionths, zero } from '#core/money.ts';
import { authorOf, notASubAccount, purseOf, readCredit } from './credit.ts';
import type { SubAccountPorts } from './sub-account-ports.ts';

const nameCharactersMax = 32;
const emailCharactersMax = 254;
const chanceBytes = 32;

type Wish = {
  readonly name: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly credit: Millionths;
};

export function createSubAccount(ports: SubAccountPorts): Run {
  return async (call) => {
    if (call.caller.account.parentId !== null) return notASubAccount;
    const fields = new Fields(call.parameters);
    const within = readWithin(fields);
    const wish = readWish(fields, within);
    const idempotency = readIdempotency(fields, call, { creates: wish });
    const refusal = fields.refusal ?? within.refusal;
    if (refusal !== undefined) return refusal;
    const { limits, clock } = ports;
    const taken = takeMoney('sub-account', { call, cost: wish.credit, limits, clock });
    if (!taken.ok) return limitRefusal(taken.refusal, call.caller.account.currency);
    const { answer, isMade } =
      idempotency === undefined
        ? await create(call, wish, ports)
        : await createOnce(call, { wish, idempotency }, ports);
    if (!isMade) taken.giveBack();
    return answer;
  };
}

/** Whether this request has made one, or heard what another did. */
type Created = { readonly answer: Answer; readonly isMade: boolean };

async function create(
  call: Call,
  wish: Wish,
  { subAccounts, clock }: SubAccountPorts,
): Promise<Created> {
  const { wanted, clear } = wantedOf(call, wish, { clock });
  const account = await subAccounts.createSubAccount(wanted);
  return account === undefined
    ? { answer: tooLittle(call, wish.credit), isMade: false }
    : { answer: toMadeJson(account, clear), isMade: true };
}

/** Only the word of chance is kept for a client that repeats the request: no key can be read from the database. */
async function createOnce(
  call: Call,
  { wish, idempotency }: { readonly wish: Wish; readonly idempotency: Idempotency },
  { subAccounts, repeatableKey, clock }: SubAccountPorts,
): Promise<Created> {
  const { mode } = call.caller.key;
  const chance = randomBytes(chanceBytes).toString('base64url');
  const { wanted } = wantedOf(call, wish, { clear: repeatableKey(mode, chance), clock });
  const forgottenBeforeMs = wanted.createdAtMs - replyRememberedMs;
  const once = { ...idempotency, forgottenBeforeMs, chance };
  const made = await subAccounts.createSubAccountOnce(wanted, once);
  switch (made.kind) {
    case 'created': {
      const told = { id: made.accountId, email: wish.email };
      const answer = toMadeJson(told, repeatableKey(mode, made.chance));
      return { answer, isMade: made.chance === chance };
    }
    case 'credit is not enough':
      return { answer: tooLittle(call, wish.credit), isMade: false };
    case 'key was used for another request': {
      const field = 'idempotencyKey';
      const answer = refuse('idempotency key was used for another request', { field });
      return { answer, isMade: false };
    }
    default:
      return unreachable(made);
  }
}

/** Where it is to be said again, the key in clear; else one is drawn. */
type FirstKey = { readonly clear?: string; readonly clock: Clock };

function wantedOf(
  call: Call,
  wish: Wish,
  first: FirstKey,
): { readonly wanted: NewSubAccount; readonly clear: string } {
  const { account: parent, key: callersKey } = call.caller;
  const { key, clear } = mintKeyUnder(callersKey, 'API', first.clear);
  const underKeyId = callersKey.id;
  const { actor, atMs: createdAtMs } = authorOf(call, first.clock);
  const wanted = { ...wish, parent, purse: purseOf(call), key, underKeyId, createdAtMs, actor };
  return { wanted, clear };
}

function toMadeJson({ id, email }: Pick<Account, 'id' | 'email'>, apiKey: string) {
  return succeed({ subaccount: { email, token: String(id), apiKey } });
}

/** Clients name what they wish in `parameters`, or beside it. */
function readWithin(fields: Fields): Fields {
  const written = fields.value('parameters');
  if (written === undefined) return fields;
  const within = fieldsOf(written);
  if (within === undefined) fields.refuse('value is not an object', 'parameters');
  return within ?? fields;
}

function readWish(fields: Fields, within: Fields): Wish {
  const type = fields.text('type') ?? 'simple';
  if (type !== 'simple' && type !== 'advanced') fields.refuse('type is unknown', 'type');
  const email = readEmail(within);
  const firstname = within.label('firstname', nameCharactersMax) ?? '';
  const lastname = within.label('lastname', nameCharactersMax) ?? '';
  const person = `${firstname} ${lastname}`.trim();
  const credit = readFirstCredit(within);
  return { name: person || email, email, firstname, lastname, credit };
}

/** None, or 0, is none. */
function readFirstCredit(within: Fields): Millionths {
  const written = within.value('creditToAttribute');
  const isNone = written === undefined || (typeof written !== 'object' && Number(written) === 0);
  return isNone ? zero : readCredit(within, 'creditToAttribute');
}

function readEmail(within: Fields): string {
  const email = within.label('email', emailCharactersMax)?.trim() ?? '';
  if (!/^[^\s@]{1,64}@[^\s@]+$/.test(email)) within.refuse('email is not an address', 'email');
  return email;
}

function tooLittle({ caller }: Call, credit: Millionths) {
  const { balance, testBalance, currency } = caller.account;
  const left = caller.key.mode === 'live' ? balance : testBalance;
  return refuse('credit is not enough', {
    field: 'creditToAttribute',
    details: { balance: formatExact(left), credit: formatExact(credit), currency },
  });
}
