/** `limit list`, `set`, `remove`, `reset`: how much accounts may send, how fast, and the exceptions that people make. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { keyId } from '#accounts/keys/key-input.ts';
import { accountInput } from '#core/common-inputs.ts';
import { asciiOf, textOf } from '#core/input-form.ts';
import { type Millionths, parseMoney } from '#core/money.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import type { LimitStore } from './limit-store.ts';
import { type LimitedUser, limitView, maxText, viewLimits } from './limit-view.ts';
import { type Limit, limitActions, type RuleName, ruleNames, rules } from './rules.ts';
import { limitForms, limitUnitWords } from './words.ts';

type LimitPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listKeys'> &
    Pick<
      LimitStore,
      'listExceptions' | 'listPolicies' | 'setException' | 'removeException' | 'resetWindows'
    >;
  readonly customers: { listCustomers(): Promise<readonly { readonly user: LimitedUser }[]> };
};

const changes = ['limit list'];

type Max = { readonly number: number; readonly amount: Millionths };

const maxInput = textOf<Max>(
  {
    read(text) {
      const amount = parseMoney(text);
      return amount === undefined || amount < 0 ? undefined : { number: Number(text), amount };
    },
  },
  limitForms.max,
);

const account = accountInput;
const rule = z.enum(ruleNames);
const ofOneShape = {
  key: keyId.optional(),
  // SMPP 3.4 §5.2.1: 16 octets with the NUL.
  smppUser: asciiOf(1, 15).optional(),
};

export const listLimits = operation({
  name: 'limit list',
  does: 'reads',
  needs: 'administrator',
  positional: ['account'],
  input: z.strictObject({ account }),
  output: z.object({ account: z.int(), limits: z.array(limitView) }),
  refusals: ['account is not there'],
  async run(ports: LimitPorts, { account: accountId }) {
    const missing = await refuseMissing(accountId, ports);
    if (missing !== undefined) return missing;
    const limits = await viewLimits(accountId, ports.accounts, await usersOf(accountId, ports));
    return { account: accountId, limits };
  },
});

export const setLimit = operation({
  name: 'limit set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['account', 'rule'],
  input: z.strictObject({
    account,
    rule,
    ...ofOneShape,
    max: maxInput.optional(),
    action: z.enum(limitActions).default('block'),
  }),
  output: z.object({
    account: z.int(),
    key: z.int().nullable(),
    smppUser: z.string().nullable(),
    ...limitView.pick({ rule: true, max: true, action: true }).shape,
  }),
  refusals: [
    'account is not there',
    'limit is of whole accounts',
    'limit cannot do that',
    'limit needs a maximum',
    'maximum is not whole',
    'limit is of one',
    'account has no such key',
    'account has no such SMPP user',
  ],
  async run(ports: LimitPorts, { account: accountId, rule: name, max, action, ...one }, author) {
    const isOfOne = one.key !== undefined || one.smppUser !== undefined;
    if (isOfOne && !rules[name].ofKeys) {
      return refuse('limit is of whole accounts', { field: 'key', params: { rule: name } });
    }
    const limit = limitOf(name, max, action);
    if (limit instanceof Refusal) return limit;
    const whom = await findWhom(accountId, one, ports);
    if (whom instanceof Refusal) return whom;
    await ports.accounts.setException({ accountId, keyId: whom, rule: name, limit }, author);
    const { key = null, smppUser = null } = one;
    return { account: accountId, key, smppUser, rule: name, max: maxText(name, limit), action };
  },
});

export const removeLimit = operation({
  name: 'limit remove',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['account', 'rule'],
  input: z.strictObject({ account, rule, ...ofOneShape }),
  output: z.object({ removed: rule }),
  refusals: [
    'account is not there',
    'limit is of one',
    'account has no such key',
    'account has no such SMPP user',
    'limit is the usual one',
  ],
  async run(ports: LimitPorts, { account: accountId, rule: name, ...one }, author) {
    const whom = await findWhom(accountId, one, ports);
    if (whom instanceof Refusal) return whom;
    const place = { accountId, keyId: whom, rule: name };
    return (await ports.accounts.removeException(place, author))
      ? { removed: name }
      : refuse('limit is the usual one', { params: { account: accountId, rule: name } });
  },
});

export const resetLimits = operation({
  name: 'limit reset',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  positional: ['account'],
  input: z.strictObject({ account }),
  output: z.object({ reset: z.int() }),
  refusals: ['account is not there'],
  async run(ports: LimitPorts, { account: accountId }, author) {
    const missing = await refuseMissing(accountId, ports);
    if (missing !== undefined) return missing;
    await ports.accounts.resetWindows(accountId, author);
    return { reset: accountId };
  },
});

async function refuseMissing(accountId: number, { accounts }: Pick<LimitPorts, 'accounts'>) {
  const isThere = (await accounts.findAccount(accountId)) !== undefined;
  return isThere ? undefined : refuse('account is not there', { params: { account: accountId } });
}

async function usersOf(accountId: number, { customers }: Pick<LimitPorts, 'customers'>) {
  const all = await customers.listCustomers();
  return all.map(({ user }) => user).filter((user) => user.accountId === accountId);
}

function limitOf(name: RuleName, max: Max | undefined, action: Limit['action']) {
  const { actions, unit } = rules[name];
  if (!actions.includes(action)) {
    const params = { rule: name, actions: actions.join(', ') };
    return refuse('limit cannot do that', { field: 'action', params });
  }
  if (max === undefined && action !== 'ignore') {
    return refuse('limit needs a maximum', { field: 'max' });
  }
  if (unit === 'money') return { max: max?.amount ?? 0, action };
  return max === undefined || Number.isInteger(max.number)
    ? { max: max?.number ?? 0, action }
    : refuse('maximum is not whole', { field: 'max', params: { unit: limitUnitWords[unit] } });
}

type One = { readonly key?: number | undefined; readonly smppUser?: string | undefined };

/** The id that stands for them in limits (`LimitedUser`). */
async function findWhom(accountId: number, { key, smppUser }: One, ports: LimitPorts) {
  const missing = await refuseMissing(accountId, ports);
  if (missing !== undefined) return missing;
  if (key !== undefined && smppUser !== undefined)
    return refuse('limit is of one', { field: 'key' });
  const params = { account: accountId };
  if (smppUser !== undefined) {
    const users = await usersOf(accountId, ports);
    const user = users.find(({ systemId }) => systemId === smppUser);
    return user === undefined
      ? refuse('account has no such SMPP user', {
          field: 'smppUser',
          params: { ...params, smppUser },
        })
      : -user.id;
  }
  if (key === undefined) return 0;
  return (await ports.accounts.listKeys(accountId)).some(({ id }) => id === key)
    ? key
    : refuse('account has no such key', { field: 'key', params: { ...params, key } });
}
