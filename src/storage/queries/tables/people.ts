/** The tables of the people who sign in to the dashboard. */

import type { Generated } from 'kysely';
import type { Role } from '#core/permissions.ts';
import type { UserLink } from '#people/people-store.ts';
import type { Factors } from '#people/session.ts';
import type { User } from '#people/user.ts';

export interface PeopleTables {
  readonly dashboard_user: {
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
  readonly membership: {
    readonly user_id: number;
    readonly account_id: number;
    role: Role;
    created_at: number;
  };
  readonly user_session: {
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
  readonly recovery_code: { readonly user_id: number; readonly hash: string };
  readonly user_link: {
    readonly hash: string;
    readonly kind: UserLink['kind'];
    readonly email: string;
    readonly account_id: number | null;
    readonly role: Role | null;
    readonly administrator: 0 | 1;
    readonly created_at: number;
    readonly ends_at: number;
  };
  readonly passkey: {
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
  readonly used_challenge: { readonly challenge: string; readonly ends_at: number };
  readonly account_view: {
    readonly user_id: number;
    session_id: number;
    account_id: number;
    reason: string;
    ends_at: number;
  };
  readonly address_change: {
    hash: string;
    readonly user_id: number;
    email: string;
    created_at: number;
    ends_at: number;
  };
  readonly try_count: { readonly key: string; count: number; until_at: number };
}
