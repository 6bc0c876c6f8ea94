/** `subaccount/create`: an account under the caller's, with a key of its own that is told this once. */
import { hashApiKey, makeApiKey, prefixOf } from '#accounts/api-key.ts';
import type { Call, Run } from '#api/commands/command.ts';
import { fieldsOf } from '#api/commands/nested-fields.ts';
import { Fields } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import { formatExact, type Millionths, zero } from '#core/money.ts';
import { authorOf, notASubAccount, purseOf, readCredit } from './credit.ts';
import type { SubAccountPorts } from './sub-accounts.ts';

const nameCharactersMax = 32;
const emailCharactersMax = 254;

type Wish = {
  readonly name: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly credit: Millionths;
};

export function createSubAccount({ subAccounts, clock }: SubAccountPorts): Run {
  return async (call) => {
    const { account: parent, key: callersKey } = call.caller;
    if (parent.parentId !== null) return notASubAccount;
    const fields = new Fields(call.parameters);
    const within = readWithin(fields);
    const wish = readWish(fields, within);
    const refusal = fields.refusal ?? within.refusal;
    if (refusal !== undefined) return refusal;
    const purse = purseOf(call);
    const clear = makeApiKey(callersKey.mode);
    const hash = must(hashApiKey(clear), 'hash of a key just made');
    const { mode, bases } = callersKey;
    const key = { bases, mode, prefix: prefixOf(clear), label: 'First', hash };
    const { actor, atMs: createdAtMs } = authorOf(call, clock);
    const wanted = { ...wish, parent, purse, key, createdAtMs, actor };
    const account = await subAccounts.createSubAccount(wanted);
    if (account === undefined) return tooLittle(call, wish.credit);
    const { id, email } = account;
    return succeed({ subaccount: { email, token: String(id), apiKey: clear } });
  };
}

/** Clients name what they wish in `parameters`, or beside it. */
function readWithin(fields: Fields): Fields {
  const written = fields.value('parameters');
  if (written === undefined) return fields;
  const within = fieldsOf(written);
  if (within === undefined) fields.refuse('value is not an object', 'parameters');
  return within ?? fields;
}

/** `simple` ones need no address: nobody is written to. */
function readWish(fields: Fields, within: Fields): Wish {
  const type = fields.text('type') ?? 'simple';
  if (type !== 'simple' && type !== 'advanced') fields.refuse('type is unknown', 'type');
  const email = readEmail(within, type === 'advanced');
  const firstname = within.label('firstname', nameCharactersMax) ?? '';
  const lastname = within.label('lastname', nameCharactersMax) ?? '';
  const person = `${firstname} ${lastname}`.trim();
  const credit = within.isGiven('creditToAttribute')
    ? readCredit(within, 'creditToAttribute')
    : zero;
  return { name: person || email || 'Sub-account', email, firstname, lastname, credit };
}

function readEmail(within: Fields, isNeeded: boolean): string {
  const email = within.label('email', emailCharactersMax)?.trim() ?? '';
  const isGood = email === '' ? !isNeeded : /^[^\s@]{1,64}@[^\s@]+$/.test(email);
  if (!isGood) within.refuse('email is not an address', 'email');
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
