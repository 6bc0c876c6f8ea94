/** A person as a row, and as the engine knows them. */
import type { Selectable } from 'kysely';
import type { User } from '#people/user.ts';
import type { Tables } from './tables.ts';

export type UserRow = Selectable<Tables['dashboard_user']>;

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    language: row.language,
    isAdministrator: row.administrator === 1,
    state: row.state,
    createdAtMs: row.created_at,
  };
}
