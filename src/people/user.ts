/** People who sign in to the dashboard, and what they are in which account. */

import type { Role } from '#core/permissions.ts';
import type { ProvedPasskey } from './passkeys/passkey.ts';

export type Language = 'en' | 'fr';

export type User = {
  readonly id: number;
  /** In lower case; nobody else has it. */
  readonly email: string;
  readonly name: string;
  /** Null: what their browser says. */
  readonly language: Language | null;
  /** Runs the installation. */
  readonly isAdministrator: boolean;
  /** Who is disabled cannot sign in, and has no session. */
  readonly state: 'active' | 'disabled';
  readonly createdAtMs: number;
};

export type NewUser = Pick<User, 'email' | 'name' | 'createdAtMs'> & {
  /** Empty: signs in without a password. */
  readonly passwordHash: string;
  readonly passkey?: ProvedPasskey | undefined;
};

/** An account that a person may open. */
export type OwnAccount = {
  readonly id: number;
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly homeCountry: string;
  readonly state: 'active' | 'disabled' | 'blocked';
  readonly parentId: number | null;
  /** Live once it has a live key in force. */
  readonly mode: 'live' | 'test';
  readonly role: Role;
};

/** How an email address is kept, and looked up. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
