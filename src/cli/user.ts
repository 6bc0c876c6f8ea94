/** `parley user …`: who may sign in to the dashboard. */

import type { Config } from '#config.ts';
import { pagesUrlOf } from '#core/pages-url.ts';
import { addressLink, mailAddressLink, makeAddressChange } from '#people/address-change.ts';
import { invite, joinLink, type MadeLink, makeReset } from '#people/links.ts';
import { emailKey, type User } from '#people/user.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { needed, toggle } from './option.ts';
import { columns, fields, formatTime } from './text-table.ts';
import { email } from './written-values.ts';

const takes = { email: needed(email, 'EMAIL', 'Whose.') };

const linkOnly = toggle('Shows the link alone; nothing is mailed.');

const userList = command({
  name: 'user list',
  sentence: 'Lists the people who may sign in to the dashboard.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const users = await installation.storage.people.listUsers();
    const text = columns(
      users,
      'id',
      ['e-mail', 'email'],
      'name',
      'state',
      ['administrator', ({ isAdministrator }) => (isAdministrator ? 'yes' : '-')],
      ['since', ({ createdAtMs }) => formatTime(createdAtMs)],
    );
    return done(text, { users: users.map(userJson) });
  },
});

const userInvite = command({
  name: 'user invite',
  sentence:
    'Makes a link that lets somebody in once, for 72 hours, to run the installation; `member invite` lets them into an account.',
  takes,
  options: {},
  settings: 'all',
  hasJson: true,
  async run(values, { config, clock, open }) {
    await using installation = await open();
    const wish = { email: values.email, isAdministrator: true, place: undefined };
    const made = await invite(wish, authorNow(clock), installation.storage);
    return shown({ ...made, link: linkOf(made, config), isMailed: false });
  },
});

const userReset = command({
  name: 'user reset',
  sentence:
    'Makes a link for another password, for ten minutes, and mails it where it can; once used, second factors are gone and sessions end.',
  takes,
  options: { linkOnly },
  settings: 'all',
  hasJson: true,
  async run(values, { config, clock, open }) {
    await using installation = await open();
    const { storage } = installation;
    const found = await storage.people.findUserByEmail(emailKey(values.email));
    if (found === undefined) return nobody(values.email);
    const made = await makeReset(values.email, authorNow(clock), storage);
    const link = linkOf(made, config);
    const who = readerOf(found.user);
    const isMailed =
      !values.linkOnly &&
      (await installation.letters.mailLink(
        { what: 'reset', link: { ...made, address: link } },
        who,
      ));
    return shown({ ...made, link, isMailed });
  },
});

const userAddress = command({
  name: 'user address',
  sentence:
    'Makes a link by which somebody signs in by another address, for 24 hours, and mails it there where it can; they confirm it signed in, and until then nothing changes.',
  takes: { ...takes, to: needed(email, 'NEW_EMAIL', 'The other address.') },
  options: { linkOnly },
  settings: 'all',
  hasJson: true,
  async run(values, { config, clock, open }) {
    await using installation = await open();
    const { storage, letters } = installation;
    const found = await storage.people.findUserByEmail(emailKey(values.email));
    if (found === undefined) return nobody(values.email);
    const to = emailKey(values.to);
    if ((await storage.people.findUserByEmail(to)) !== undefined) {
      return failed(`Somebody signs in as ${to} already`);
    }
    const who = readerOf(found.user);
    const made = await makeAddressChange(who.userId, to, authorNow(clock), storage);
    const link = addressLink(pagesUrlOf(config), made);
    if (values.linkOnly) return shown({ ...made, link, isMailed: false });
    const isMailed = await mailAddressLink({ ...made, address: link }, to, who, letters);
    await letters.tell({ what: 'address asked', to }, who);
    return shown({ ...made, link, isMailed });
  },
});

const userDisable = stateCommand('disabled');
const userEnable = stateCommand('active');

function stateCommand(state: User['state']) {
  const isEnd = state === 'disabled';
  return command({
    name: isEnd ? 'user disable' : 'user enable',
    sentence: isEnd
      ? 'Keeps somebody out of the dashboard, and ends their sessions.'
      : 'Lets a disabled user sign in again.',
    takes,
    options: {},
    async run(values, { clock, open }) {
      await using installation = await open();
      const { people } = installation.storage;
      const found = await people.findUserByEmail(emailKey(values.email));
      if (found === undefined) return nobody(values.email);
      await people.setUserState(found.user.id, state, authorNow(clock));
      return done(`${found.user.email} is ${state}.\n`, { user: found.user.id, state });
    },
  });
}

function linkOf({ token }: MadeLink, config: Config): string {
  return joinLink(pagesUrlOf(config), token);
}

/** As letters know somebody. */
function readerOf({ id: userId, email: address, language }: User) {
  return { userId, email: address, language: language ?? undefined };
}

type ShownLink = Pick<MadeLink, 'endsAtMs'> & {
  readonly link: string;
  readonly isMailed: boolean;
};

function shown({ link, endsAtMs, isMailed }: ShownLink) {
  const text = fields([
    ['link', link],
    ['until', formatTime(endsAtMs)],
    ['mailed', isMailed ? 'yes' : 'no'],
  ]);
  return done(text, { link, until: formatTime(endsAtMs), mailed: isMailed });
}

function nobody(address: string) {
  return failed(`There is no user with the address ${address}`);
}

function userJson({ id: userId, email: address, name, state, isAdministrator, createdAtMs }: User) {
  return {
    id: userId,
    email: address,
    name,
    state,
    isAdministrator,
    createdAt: formatTime(createdAtMs),
  };
}

export const userCommands = [userList, userInvite, userReset, userAddress, userDisable, userEnable];
