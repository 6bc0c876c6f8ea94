/** An SMPP user as people see it: without its password. */
import { z } from 'zod';
import { instantText } from '#core/instant-text.ts';
import { type KeyMode, keyModes } from '#model/key-mode.ts';
import type { BindRecord } from '#sms/customers/customer-store.ts';
import { type SmppUser, smppUserDefaults } from '#sms/customers/smpp-user.ts';
import { bindModes, settingsShape, userStates } from './user-input.ts';

const instant = z.iso.datetime();

export const userView = z.object({
  id: z.int(),
  accountId: z.int(),
  systemId: z.string(),
  mode: z.enum(keyModes satisfies readonly KeyMode[]),
  state: z.enum(userStates),
  settings: z.object({
    ...settingsShape,
    modes: z.array(z.enum(bindModes)),
    addresses: z.array(z.string()),
  }),
  createdAt: instant,
});

export type UserView = z.output<typeof userView>;

/** A user whose password was made just now: it is told here, and nowhere else. */
export const madeUserView = userView.extend({ password: z.string().optional() });

export const listedUserView = userView.extend({
  binds: z.array(z.object({ mode: z.enum(bindModes), address: z.string(), boundAt: instant })),
});

export function viewUser(user: SmppUser): UserView {
  const { id, accountId, systemId, mode, state, createdAtMs } = user;
  const settings = { ...smppUserDefaults, ...user.settings };
  return {
    id,
    accountId,
    systemId,
    mode,
    state,
    settings: { ...settings, modes: [...settings.modes], addresses: [...settings.addresses] },
    createdAt: instantText(createdAtMs),
  };
}

export function viewBoundUser(
  user: SmppUser,
  binds: readonly BindRecord[],
): z.output<typeof listedUserView> {
  const own = binds.filter(({ userId }) => userId === user.id);
  return {
    ...viewUser(user),
    binds: own.map(({ mode, address, boundAtMs }) => ({
      mode,
      address,
      boundAt: instantText(boundAtMs),
    })),
  };
}
