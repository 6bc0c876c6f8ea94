/** SMPP users as commands show them to people. A password only where it was made. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type { listedUserView, madeUserView, UserView } from '#sms/customers/users/user-view.ts';

type Listed = z.output<typeof listedUserView>;
type Made = { readonly smppUser: z.output<typeof madeUserView> };

export const smppUserTexts = {
  'smpp-user list': ({ smppUsers }: { readonly smppUsers: readonly Listed[] }) =>
    usersText(smppUsers),
  'smpp-user create': madeText,
  'smpp-user set': madeText,
  'smpp-user remove': ({ removed }: { readonly removed: string }) =>
    `SMPP user ${removed} is removed.\n`,
};

function madeText({ smppUser: { password, ...user } }: Made): string {
  const text = userText(user);
  if (password === undefined) return text;
  return `${text}${fields([['password', password]])}Keep it now: it is shown this once.\n`;
}

function userText(user: UserView): string {
  const { settings } = user;
  return fields([
    ['SMPP user', user.systemId],
    ['id', String(user.id)],
    ['account', String(user.accountId)],
    ['mode', user.mode],
    ['state', user.state],
    ['created', user.createdAt],
    ['binds as', settings.modes.join(', ')],
    ['binds from', settings.addresses.join(', ') || 'anywhere'],
    ['binds at a time', String(settings.bindsMax)],
    ['window', String(settings.window)],
    ['rate', rateText(user)],
    ['TLS', settings.tlsRequired ? 'required' : 'as it likes'],
    ['reports', settings.reports],
    ['replies', settings.replies ? 'yes' : 'no'],
    ['data_coding 0', settings.defaultAlphabet],
  ]);
}

function usersText(users: readonly Listed[]): string {
  return table(
    ['id', 'system id', 'account', 'mode', 'state', 'bound', 'window', 'rate', 'reports'],
    users.map((user) => [
      String(user.id),
      user.systemId,
      String(user.accountId),
      user.mode,
      user.state,
      `${user.binds.length} of ${user.settings.bindsMax}`,
      String(user.settings.window),
      rateText(user),
      user.settings.reports,
    ]),
  );
}

function rateText({ settings: { ratePerSecond } }: UserView): string {
  return ratePerSecond === null ? 'any' : `${ratePerSecond}/s`;
}
