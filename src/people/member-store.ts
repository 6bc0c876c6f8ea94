/** Who belongs to an account, and the links that let people in. */
import type { Author } from '#core/author.ts';
import type { Role } from '#core/permissions.ts';
import type { NewUser, User } from './user.ts';

export type Member = Pick<User, 'email' | 'name' | 'state'> & {
  readonly userId: number;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
  /** Of a session that has not ended; null where there is none. */
  readonly activeAtMs: number | null;
};

/**
 * `invitation`: into an account, or to run the installation. `reset`: back to one's own sign-in, without
 * any factor. `password`: another password, beside the factors that are there.
 */
export type UserLink = {
  readonly hash: string;
  readonly email: string;
  readonly createdAtMs: number;
  readonly endsAtMs: number;
} & (
  | { readonly kind: 'reset' | 'password' }
  | {
      readonly kind: 'invitation';
      readonly isAdministrator: boolean;
      readonly place: { readonly accountId: number; readonly role: Role } | undefined;
    }
);

/** `last owner`: somebody must be left who may do everything. */
export type MemberChange = 'done' | 'not there' | 'last owner';

export interface MemberStore {
  /** At most so many, by when they came. */
  listMembers(accountId: number, limit: number): Promise<readonly Member[]>;
  /** Null takes it away. */
  setRole(
    accountId: number,
    userId: number,
    role: Role | null,
    author: Author,
  ): Promise<MemberChange>;
  /** Of the same kind for the same address and account there is one: the new one takes its place. */
  saveLink(link: UserLink, author: Author): Promise<void>;
  /** Also those that have ended. */
  findLink(hash: string): Promise<UserLink | undefined>;
  /** Newest first; invitations to an account that have not ended. */
  listInvitations(accountId: number, nowMs: number): Promise<readonly UserLink[]>;
  removeInvitation(accountId: number, email: string, author: Author): Promise<boolean>;
  /** Makes the person; undefined where the link is gone or the address taken. */
  joinAsNew(link: UserLink, user: NewUser): Promise<User | undefined>;
  /** Gives a person who is there already what the link says; false where it is gone. */
  join(link: UserLink, userId: number, author: Author): Promise<boolean>;
  /** Another password, no second factor, and no session: they begin anew. False where the link is gone. */
  reset(link: UserLink, userId: number, passwordHash: string, author: Author): Promise<boolean>;
  /** Another password, and no session; factors stay. False where the link is gone. */
  setPassword(
    link: UserLink,
    userId: number,
    passwordHash: string,
    author: Author,
  ): Promise<boolean>;
  listUsers(): Promise<readonly User[]>;
  /** Who is disabled has no session from then on. */
  setUserState(userId: number, state: User['state'], author: Author): Promise<boolean>;
}
