/** A person as a row, and as the engine knows them. */
import type { NewUser, User } from '#people/user.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';

export const userFields = fields(
  'dashboard_user',
  'id email name language administrator:isAdministrator state created_at',
);
export type UserRow = FieldRow<'dashboard_user', typeof userFields>;

export function toUser(row: UserRow): User {
  return { ...row, isAdministrator: row.isAdministrator === 1 };
}

const madeRow = rowMaker(
  'dashboard_user',
  'email name language password_hash administrator:isAdministrator state created_at',
);

export function newUserRow(user: Omit<NewUser, 'passkey'> & Pick<User, 'isAdministrator'>) {
  return madeRow({ ...user, language: null, state: 'active' as const });
}
