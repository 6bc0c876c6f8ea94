/** The tables of the people who sign in to the dashboard. */

import type { Generated } from 'kysely';
import type { Role } from '#core/permissions.ts';
import type { UserLink } from '#people/people-store.ts';
import type { Factors } from '#people/session.ts';
import type { User } from '#people/user.ts';

export interface PeopleTables {
  readonly dashboard_user: UserTable;
  readonly membership: MembershipTable;
  readonly user_session: SessionTable;
  readonly recovery_code: RecoveryCodeTable;
  readonly user_link: UserLinkTable;
  readonly passkey: PasskeyTable;
  readonly used_challenge: UsedChallengeTable;
  readonly account_view: AccountViewTable;
  readonly address_change: AddressChangeTable;
  readonly try_count: TryCountTable;
}

type AccountViewTable = {
  readonly user_id: number;
  session_id: number;
  account_id: number;
  reason: string;
  ends_at: number;
};

type AddressChangeTable = {
  hash: string;
  readonly user_id: number;
  email: string;
  created_at: number;
  ends_at: number;
};

type UserTable = {
  readonly id: Generated<number>;
  email: string;
  name: Generated<string>;
  language: User['language'];
  password_hash: string;
  administrator: 0 | 1;
  state: User['state'];
  created_at: number;
  totp_secret: Generated<string | null>;
  totp_step: Generated<number>;
};

type MembershipTable = {
  readonly user_id: number;
  readonly account_id: number;
  role: Role;
  created_at: number;
};

type SessionTable = {
  readonly id: Generated<number>;
  token_hash: string;
  readonly user_id: number;
  readonly created_at: number;
  active_at: number;
  expires_at: number;
  fresh_until: number;
  factors: Factors;
  readonly address: string;
  readonly agent: string;
};

type RecoveryCodeTable = { readonly user_id: number; readonly hash: string };

type UserLinkTable = {
  readonly hash: string;
  readonly kind: UserLink['kind'];
  readonly email: string;
  readonly account_id: number | null;
  readonly role: Role | null;
  readonly administrator: 0 | 1;
  readonly created_at: number;
  readonly ends_at: number;
};

type PasskeyTable = {
  readonly id: Generated<number>;
  readonly user_id: number;
  readonly credential: string;
  readonly public_key: string;
  counter: number;
  readonly host: string;
  name: string;
  readonly created_at: number;
  used_at: number | null;
};

type TryCountTable = { readonly key: string; count: number; until_at: number };

type UsedChallengeTable = { readonly challenge: string; readonly ends_at: number };
