/** `parley smpp-user …`: as whom accounts bind to our SMPP ports. */
import { randomInt } from 'node:crypto';
import { hashPassword } from '#accounts/password.ts';
import { octets, oneOf } from '#core/value-kind.ts';
import { bindSeenWithinMs } from '#model/bind-life.ts';
import { type SmppUser, smppUserDefaults } from '#sms/customers/smpp-user.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { noAccount } from './no-account.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { readPassword } from './password.ts';
import { smppUserOptions, systemIdKind, withGiven } from './smpp-user-options.ts';
import { bindJson, bindsOf, smppUserJson, smppUsersText, smppUserText } from './smpp-user-view.ts';
import { fields } from './text-table.ts';
import { filePath, id } from './written-values.ts';

const takes = { systemId: needed(systemIdKind, 'SYSTEM_ID', 'The SMPP user.') };

/** SMPP 3.4 §5.2.2 gives a password 8 octets, and clients hold to it; the guard makes guessing slow. */
const passwordLength = 8;
const passwordKind = octets(passwordLength, 64);
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const passwordFile = maybe(
  filePath,
  'FILE',
  'Holds the password. Without one it is made and shown this once.',
);

const create = command({
  name: 'smpp-user create',
  sentence: 'Lets an account bind by SMPP.',
  takes: {},
  options: {
    systemId: needed(systemIdKind, 'SYSTEM_ID', 'As whom it binds, 1 to 15 characters.'),
    account: needed(id, 'ID', 'Whose.'),
    mode: otherwise('live', oneOf('live', 'test'), 'MODE', 'Test users reach the simulator alone.'),
    passwordFile,
    ...smppUserOptions,
  },
  async run(values, { clock, open }) {
    const { account: accountId, systemId, mode } = values;
    const chosen = await choosePassword(values.passwordFile);
    if (!chosen.ok) return misused(chosen.problem);
    await using installation = await open();
    const { accounts, customers } = installation.storage;
    if ((await accounts.findAccount(accountId)) === undefined) return noAccount(accountId);
    const user = await customers.createSmppUser(
      {
        accountId,
        systemId,
        mode,
        passwordHash: await hashPassword(chosen.password),
        settings: withGiven(smppUserDefaults, values),
        createdAtMs: clock.nowMs(),
      },
      authorNow(clock),
    );
    if (user === undefined) return failed(`There is an SMPP user ${systemId} already`);
    return shown(user, chosen);
  },
});

const list = command({
  name: 'smpp-user list',
  sentence: 'Lists the SMPP users, and how many binds each has.',
  takes: {},
  options: { account: maybe(id, 'ID', 'Of this account alone.') },
  async run({ account: accountId }, { clock, open }) {
    await using installation = await open();
    const { customers } = installation.storage;
    const all = (await customers.listCustomers()).map(({ user }) => user);
    const users = all.filter((user) => accountId === undefined || user.accountId === accountId);
    const binds = await customers.listBinds(clock.nowMs() - bindSeenWithinMs);
    return done(smppUsersText(users, binds), {
      smppUsers: users.map((user) => ({
        ...smppUserJson(user),
        binds: bindsOf(user, binds).map(bindJson),
      })),
    });
  },
});

const set = command({
  name: 'smpp-user set',
  sentence: 'Changes an SMPP user; its binds follow at once, and end with a new password.',
  takes,
  options: {
    state: maybe(oneOf('active', 'suspended'), 'STATE', 'suspended ends its binds.'),
    newPassword: toggle('Makes a new password, which is shown this once.'),
    passwordFile: maybe(filePath, 'FILE', 'Holds a new password.'),
    ...smppUserOptions,
  },
  async run(values, { clock, open }) {
    const { systemId, state, newPassword, passwordFile: file } = values;
    if (newPassword && file !== undefined) {
      return misused('--new-password and --password-file exclude each other');
    }
    const isChanged = newPassword || file !== undefined;
    const chosen = isChanged ? await choosePassword(file) : undefined;
    if (chosen?.ok === false) return misused(chosen.problem);
    await using installation = await open();
    const user = await findSmppUser(systemId, installation.storage);
    if (user === undefined) return noSmppUser(systemId);
    const settings = withGiven({ ...smppUserDefaults, ...user.settings }, values);
    const passwordHash = chosen && (await hashPassword(chosen.password));
    const change = { state, settings, passwordHash };
    const changed = await installation.storage.customers.changeSmppUser(
      user.id,
      change,
      authorNow(clock),
    );
    return changed === undefined ? noSmppUser(systemId) : shown(changed, chosen);
  },
});

const remove = command({
  name: 'smpp-user remove',
  sentence: 'Ends an SMPP user’s binds for good, and drops the reports it has not taken.',
  takes,
  options: {},
  async run({ systemId }, { clock, open }) {
    await using installation = await open();
    const user = await findSmppUser(systemId, installation.storage);
    if (user === undefined) return noSmppUser(systemId);
    await installation.storage.customers.removeSmppUser(user.id, authorNow(clock));
    return done(`SMPP user ${systemId} is removed.\n`, { removed: systemId });
  },
});

type ChosenPassword = {
  readonly ok: true;
  readonly password: string;
  /** Nobody knows it yet. */
  readonly isMade: boolean;
};

async function choosePassword(
  file: string | undefined,
): Promise<ChosenPassword | { readonly ok: false; readonly problem: string }> {
  if (file === undefined) {
    const made = Array.from({ length: passwordLength }, () => letters[randomInt(letters.length)]);
    return { ok: true, password: made.join(''), isMade: true };
  }
  const places = { password: undefined, passwordFile: file, readInput: async () => undefined };
  const reading = await readPassword(places);
  if (!reading.ok) return reading;
  return passwordKind.read(reading.password) === undefined
    ? { ok: false, problem: `The password must be ${passwordKind.form}` }
    : { ok: true, password: reading.password, isMade: false };
}

function shown(user: SmppUser, chosen: ChosenPassword | undefined): Outcome {
  const text = smppUserText(user);
  const json = smppUserJson(user);
  if (chosen?.isMade !== true) return done(text, { smppUser: json });
  const { password } = chosen;
  const told = `${fields([['password', password]])}Keep it now: it is shown this once.\n`;
  return done(`${text}${told}`, { smppUser: { ...json, password } });
}

async function findSmppUser(
  systemId: string,
  { customers }: Installation['storage'],
): Promise<SmppUser | undefined> {
  const found = (await customers.listCustomers()).find(({ user }) => user.systemId === systemId);
  return found?.user;
}

function noSmppUser(systemId: string): Outcome {
  return failed(`There is no SMPP user ${systemId}`);
}

export const smppUserCommands = [create, list, set, remove];
