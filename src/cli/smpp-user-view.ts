/** SMPP users as commands show them, without their passwords. */
import type { BindRecord } from '#sms/customers/customer-store.ts';
import type { SmppUser } from '#sms/customers/smpp-user.ts';
import { fields, formatTime, table } from './text-table.ts';

export function smppUserJson(user: SmppUser): object {
  const { id, accountId, systemId, mode, state, settings, createdAtMs } = user;
  return { id, accountId, systemId, mode, state, settings, createdAt: formatTime(createdAtMs) };
}

export function bindJson({ mode, address, boundAtMs }: BindRecord): object {
  return { mode, address, boundAt: formatTime(boundAtMs) };
}

export function smppUserText(user: SmppUser): string {
  const { settings } = user;
  return fields([
    ['SMPP user', user.systemId],
    ['id', String(user.id)],
    ['account', String(user.accountId)],
    ['mode', user.mode],
    ['state', user.state],
    ['created', formatTime(user.createdAtMs)],
    ['binds as', settings.modes.join(', ')],
    ['binds from', settings.addresses.length === 0 ? 'anywhere' : settings.addresses.join(', ')],
    ['binds at a time', String(settings.bindsMax)],
    ['window', String(settings.window)],
    ['rate', rateText(user)],
    ['TLS', settings.tlsRequired ? 'required' : 'as it likes'],
    ['reports', settings.reports],
    ['replies', settings.replies ? 'yes' : 'no'],
    ['data_coding 0', settings.defaultAlphabet],
  ]);
}

export function smppUsersText(users: readonly SmppUser[], binds: readonly BindRecord[]): string {
  return table(
    ['id', 'system id', 'account', 'mode', 'state', 'bound', 'window', 'rate', 'reports'],
    users.map((user) => [
      String(user.id),
      user.systemId,
      String(user.accountId),
      user.mode,
      user.state,
      `${bindsOf(user, binds).length} of ${user.settings.bindsMax}`,
      String(user.settings.window),
      rateText(user),
      user.settings.reports,
    ]),
  );
}

export function bindsOf({ id }: SmppUser, binds: readonly BindRecord[]): readonly BindRecord[] {
  return binds.filter(({ userId }) => userId === id);
}

function rateText({ settings: { ratePerSecond } }: SmppUser): string {
  return ratePerSecond === null ? 'any' : `${ratePerSecond}/s`;
}
