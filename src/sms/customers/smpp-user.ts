/** An SMPP user: as whom an account's software binds to our listener, and what it may do there. */

import type { Account } from '#accounts/account.ts';
import { unbounded } from '#accounts/api-key.ts';
import type { Caller } from '#accounts/authenticator.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { BindMode } from '#sms/smpp/permissions.ts';

export type SmppUserSettings = {
  readonly modes: readonly BindMode[];
  /** Ranges it may bind from; none: anywhere. */
  readonly addresses: readonly string[];
  /** Binds at a time, in all processes together. */
  readonly bindsMax: number;
  /** Requests without an answer on each bind, in either direction. */
  readonly window: number;
  /** Recipients a second, of all its binds in a process; null: as fast as the window allows. */
  readonly ratePerSecond: number | null;
  readonly tlsRequired: boolean;
  /** Where reports of what it submitted go: to its own binds, to the account's webhooks, or to both. */
  readonly reports: 'smpp' | 'webhook' | 'both';
  /** Whether its binds get what people write to the account's numbers. */
  readonly replies: boolean;
  /** What it means by data_coding 0. */
  readonly defaultAlphabet: 'gsm7' | 'latin1';
};

export type SmppUserState = 'active' | 'suspended';

export type SmppUser = {
  readonly id: number;
  readonly accountId: number;
  readonly systemId: string;
  /** PHC string. */
  readonly passwordHash: string;
  /** Like a key's: test users reach the built-in operator alone. */
  readonly mode: KeyMode;
  readonly state: SmppUserState;
  readonly settings: SmppUserSettings;
  readonly createdAtMs: number;
};

export type NewSmppUser = Omit<SmppUser, 'id' | 'state'>;

export const smppUserDefaults: SmppUserSettings = {
  modes: ['tx', 'rx', 'trx'],
  addresses: [],
  bindsMax: 4,
  window: 50,
  ratePerSecond: null,
  tlsRequired: false,
  reports: 'smpp',
  replies: true,
  defaultAlphabet: 'gsm7',
};

/** Who bound and for whom. */
export type Customer = { readonly user: SmppUser; readonly account: Account };

/** Keys have positive ids, so the user's own with a minus names it among them. */
export function keyIdOf({ id }: Pick<SmppUser, 'id'>): number {
  return -id;
}

/** What it submits is judged, limited and stored like a key's request. */
export function callerOf({ user, account }: Customer): Caller {
  const { systemId, mode, createdAtMs } = user;
  const label = `SMPP ${systemId}`;
  const own = {
    id: keyIdOf(user),
    accountId: account.id,
    prefix: systemId,
    label,
    mode,
    createdAtMs,
  };
  return { account, key: { ...unbounded, ...own, bases: ['sms'], revokedAtMs: null } };
}

/** Whether it may be bound at all, now. */
export function isWelcome({ user, account }: Customer): boolean {
  return user.state === 'active' && account.state === 'active';
}
