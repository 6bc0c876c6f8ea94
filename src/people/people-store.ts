/** What people and their sessions ask of the storage. */
import type { Author } from '#core/author.ts';
import type { Role } from '#core/permissions.ts';
import type { FoundSession, NewSession, Session } from './session.ts';
import type { NewUser, OwnAccount, User } from './user.ts';

export interface PeopleStore {
  /**
   * Makes the administrator who owns the accounts that stand on their own, if the named setting still
   * has this value, and removes that; undefined otherwise, or where a passkey's challenge was answered.
   */
  createFirstUser(
    user: NewUser,
    invitation: { readonly name: string; readonly value: string },
  ): Promise<User | undefined>;
  countUsers(): Promise<number>;
  findUser(userId: number): Promise<User | undefined>;
  findUserByEmail(
    email: string,
  ): Promise<{ readonly user: User; readonly passwordHash: string } | undefined>;
  /** By their ids. */
  accountsOf(userId: number): Promise<readonly OwnAccount[]>;
  /** With what the person is there, as `roleIn` says. */
  findOwnAccount(userId: number, accountId: number): Promise<OwnAccount | undefined>;
  /** Who owns the account that it stands under counts as `billing` in a sub-account. */
  roleIn(userId: number, accountId: number): Promise<Role | undefined>;
  /** The password too, where one is given; all sessions but the named one end then. Undefined: nobody is there. */
  changeUser(userId: number, change: UserChange, author: Author): Promise<User | undefined>;
  /** The same password, hashed in another way; nothing where it is another one by now. Sessions stay. */
  replaceHash(userId: number, before: string, hash: string): Promise<void>;
}

export type UserChange = {
  readonly name?: string | undefined;
  readonly language?: User['language'] | undefined;
  readonly password?:
    | { readonly hash: string; readonly exceptSessionId: number | undefined }
    | undefined;
};

export interface SessionStore {
  /** The person's oldest ones end, so that `max` are left. */
  createSession(session: NewSession, max: number): Promise<Session>;
  /** Of people who are not disabled; whether it still lives is not looked at. */
  findSession(tokenHash: string): Promise<FoundSession | undefined>;
  noteActivity(sessionId: number, atMs: number): Promise<void>;
  /** Another token from now on, and fresh. */
  renewSession(sessionId: number, renewal: SessionRenewal): Promise<boolean>;
  /** Newest first. */
  listSessions(userId: number): Promise<readonly Session[]>;
  endSession(userId: number, sessionId: number): Promise<boolean>;
  /** All but one, if that is named; how many. */
  endSessions(userId: number, exceptSessionId: number | undefined): Promise<number>;
}

export type SessionRenewal = Pick<NewSession, 'tokenHash' | 'freshUntilMs'> & {
  readonly atMs: number;
};
