/** `smpp-user create`, `list`, `set`, `remove`: as whom accounts bind to our SMPP ports. */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { hashPassword } from '#accounts/password.ts';
import type { Clock } from '#core/clock.ts';
import { accountInput } from '#core/common-inputs.ts';
import { withDefaults } from '#core/input-form.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { bindSeenWithinMs } from '#model/bind-life.ts';
import { keyModes } from '#model/key-mode.ts';
import type { CustomerStore } from '#sms/customers/customer-store.ts';
import { type SmppUser, smppUserDefaults } from '#sms/customers/smpp-user.ts';
import {
  changeShape,
  passwordLength,
  settingsShape,
  systemIdInput,
  userPassword,
  userStates,
  withGiven,
} from './user-input.ts';
import { listedUserView, madeUserView, viewBoundUser, viewUser } from './user-view.ts';

type UserPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly customers: Pick<
    CustomerStore,
    'listCustomers' | 'listBinds' | 'createSmppUser' | 'changeSmppUser' | 'removeSmppUser'
  >;
  readonly clock: Pick<Clock, 'nowMs'>;
};

const changes = ['smpp-user list'];

export const listSmppUsers = operation({
  name: 'smpp-user list',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({ account: accountInput.optional() }),
  output: z.object({ smppUsers: z.array(listedUserView) }),
  async run({ customers, clock }: UserPorts, { account }) {
    const users = (await customers.listCustomers()).map(({ user }) => user);
    const binds = await customers.listBinds(clock.nowMs() - bindSeenWithinMs);
    const asked = users.filter(({ accountId }) => account === undefined || accountId === account);
    return { smppUsers: asked.map((user) => viewBoundUser(user, binds)) };
  },
});

export const createSmppUser = operation({
  name: 'smpp-user create',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  input: z.strictObject({
    systemId: systemIdInput,
    account: accountInput,
    mode: z.enum(keyModes).default('live'),
    password: userPassword.optional(),
    ...withDefaults(settingsShape, smppUserDefaults),
  }),
  output: z.object({ smppUser: madeUserView }),
  refusals: ['account is not there', 'SMPP user exists'],
  async run({ accounts, customers }: UserPorts, input, author) {
    const { account: accountId, systemId, mode, password: given, ...settings } = input;
    if ((await accounts.findAccount(accountId)) === undefined) {
      return refuse('account is not there', { field: 'account', params: { account: accountId } });
    }
    const { password, passwordHash } = await choosePassword(given);
    const user = await customers.createSmppUser(
      {
        accountId,
        systemId,
        mode,
        passwordHash,
        settings: withGiven(smppUserDefaults, settings),
        createdAtMs: author.atMs,
      },
      author,
    );
    if (user === undefined) {
      return refuse('SMPP user exists', { field: 'systemId', params: { smppUser: systemId } });
    }
    return { smppUser: { ...viewUser(user), password } };
  },
});

export const setSmppUser = operation({
  name: 'smpp-user set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['systemId'],
  input: z.strictObject({
    systemId: systemIdInput,
    state: z.enum(userStates).optional(),
    newPassword: z.boolean().default(false),
    password: userPassword.optional(),
    ...changeShape,
  }),
  output: z.object({ smppUser: madeUserView }),
  refusals: ['SMPP user would not change', 'password is chosen twice', 'SMPP user is unknown'],
  async run({ customers }: UserPorts, input, author) {
    const { systemId, state, newPassword, password: given, ...settings } = input;
    const hasPassword = newPassword || given !== undefined;
    if (!hasPassword && state === undefined && Object.keys(settings).length === 0) {
      return refuse('SMPP user would not change');
    }
    if (newPassword && given !== undefined) {
      return refuse('password is chosen twice', { field: 'newPassword' });
    }
    const user = await findUser(systemId, customers);
    if (user instanceof Refusal) return user;
    const { password, passwordHash } = hasPassword ? await choosePassword(given) : noPassword;
    const changed = await customers.changeSmppUser(
      user.id,
      {
        state,
        settings: withGiven({ ...smppUserDefaults, ...user.settings }, settings),
        passwordHash,
      },
      author,
    );
    return changed === undefined
      ? refuseUnknown(systemId)
      : { smppUser: { ...viewUser(changed), password } };
  },
});

export const removeSmppUser = operation({
  name: 'smpp-user remove',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['systemId'],
  input: z.strictObject({ systemId: systemIdInput }),
  output: z.object({ removed: z.string() }),
  refusals: ['SMPP user is unknown'],
  async run({ customers }: UserPorts, { systemId }, author) {
    const user = await findUser(systemId, customers);
    if (user instanceof Refusal) return user;
    return (await customers.removeSmppUser(user.id, author))
      ? { removed: systemId }
      : refuseUnknown(systemId);
  },
});

const noPassword = { password: undefined, passwordHash: undefined };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** In clear only where it is made here: nobody knows it yet. */
async function choosePassword(given: string | undefined) {
  if (given !== undefined) {
    return { password: undefined, passwordHash: await hashPassword(given) };
  }
  const made = Array.from({ length: passwordLength }, () => letters[randomInt(letters.length)]);
  const password = made.join('');
  return { password, passwordHash: await hashPassword(password) };
}

async function findUser(
  systemId: string,
  customers: UserPorts['customers'],
): Promise<SmppUser | Refusal<'SMPP user is unknown'>> {
  const found = (await customers.listCustomers()).find(({ user }) => user.systemId === systemId);
  return found?.user ?? refuseUnknown(systemId);
}

function refuseUnknown(smppUser: string): Refusal<'SMPP user is unknown'> {
  return refuse('SMPP user is unknown', { field: 'systemId', params: { smppUser } });
}
