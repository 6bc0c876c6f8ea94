/** SMPP users as commands show them to people. A password only where it was made. */
import type { z } from 'zod';
import { columns, fields } from '#cli/text-table.ts';
import type { listedUserView, madeUserView, UserView } from '#sms/customers/users/user-view.ts';
import type { Texts } from './shown-value.ts';

type Listed = z.output<typeof listedUserView>;
type Made = { readonly smppUser: z.output<typeof madeUserView> };

export const smppUserTexts = {
  'smpp-user list': ({ smppUsers }) => usersText(smppUsers),
  'smpp-user create': madeText,
  'smpp-user set': madeText,
  'smpp-user remove': ({ removed }) => `SMPP user ${removed} is removed.\n`,
} satisfies Texts;

function madeText({ smppUser: { password, ...user } }: Made): string {
  const text = userText(user);
  if (password === undefined) return text;
  return `${text}${fields([['password', password]])}Keep it now: it is shown this once.\n`;
}

function userText(user: UserView): string {
  const { settings } = user;
  return fields([
    ['SMPP user', user.systemId],
    ['id', user.id],
    ['account', user.accountId],
    ['mode', user.mode],
    ['state', user.state],
    ['created', user.createdAt],
    ['binds as', settings.modes.join(', ')],
    ['binds from', settings.addresses.join(', ') || 'anywhere'],
    ['binds at a time', settings.bindsMax],
    ['window', settings.window],
    ['rate', rateText(user)],
    ['TLS', settings.tlsRequired ? 'required' : 'as it likes'],
    ['reports', settings.reports],
    ['replies', settings.replies],
    ['data_coding 0', settings.defaultAlphabet],
  ]);
}

function usersText(users: readonly Listed[]): string {
  return columns(
    users,
    'id',
    ['system id', 'systemId'],
    ['account', 'accountId'],
    'mode',
    'state',
    ['bound', (user) => `${user.binds.length} of ${user.settings.bindsMax}`],
    ['window', (user) => String(user.settings.window)],
    ['rate', rateText],
    ['reports', (user) => user.settings.reports],
  );
}

function rateText({ settings: { ratePerSecond } }: UserView): string {
  return ratePerSecond === null ? 'any' : `${ratePerSecond}/s`;
}
