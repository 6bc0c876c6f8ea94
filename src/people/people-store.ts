/** What people and their sessions ask of the storage. */

import type { Author } from '#core/author.ts';
import type { Role } from '#core/permissions.ts';
import type { AccountView } from '#core/signed-in.ts';
import type { AnsweredChallenge } from '#people/passkeys/challenges.ts';
import type { Passkey, ProvedPasskey } from '#people/passkeys/passkey.ts';
import type { FoundSession, NewSession, Session } from './session.ts';
import type { TryCounter } from './try-store.ts';
import type { NewUser, OwnAccount, User } from './user.ts';

export type AddressChange = {
  /** Of the token in the link. */
  readonly hash: string;
  readonly userId: number;
  readonly email: string;
  readonly createdAtMs: number;
  readonly endsAtMs: number;
};

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

export type NewFactor = {
  readonly userId: number;
  readonly sealedSecret: string;
  /** Of the code that proved it. */
  readonly step: number;
  /** They take the place of all before; none: those before stay. */
  readonly recoveryHashes: readonly string[];
  /** All others of the person end. */
  readonly sessionId: number;
};

export type PasskeyAddition = ProvedPasskey & {
  readonly userId: number;
  readonly sessionId: number;
};

/** `last way in`: who has no password keeps one. */
export type PasskeyRemoval = 'done' | 'not there' | 'last way in';

export type PasskeyUse = {
  readonly id: number;
  readonly counter: number;
  readonly challenge: AnsweredChallenge;
  readonly atMs: number;
};

export type UserChange = {
  readonly name?: string | undefined;
  readonly language?: User['language'] | undefined;
  readonly password?:
    | { readonly hash: string; readonly exceptSessionId: number | undefined }
    | undefined;
};

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
  /** Another password, no second factor, and no session: they begin again. False where the link is gone. */
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

  /** Takes the place of the one that the person asked for before. */
  saveAddressChange(change: AddressChange, author: Author): Promise<void>;
  /** Also one that has ended. */
  findAddressChange(userId: number): Promise<AddressChange | undefined>;
  findAddressChangeByHash(hash: string): Promise<AddressChange | undefined>;
  /**
   * The person signs in by it from then on, and others who want it no longer may. False, and nothing done: it is
   * gone, or somebody has the address by now.
   */
  confirmAddressChange(change: AddressChange, author: Author): Promise<boolean>;
  /** False: there was none. */
  cancelAddressChange(userId: number, author: Author): Promise<boolean>;

  /** Takes the place of the one before: a person sees one account at a time. */
  beginView(view: AccountView, author: Author): Promise<void>;
  findView(userId: number): Promise<AccountView | undefined>;
  /** False: there was none. */
  endView(userId: number, author: Author): Promise<boolean>;
  /** As its viewers see it; undefined where it is no more. */
  findViewed(accountId: number): Promise<OwnAccount | undefined>;

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

  findTotp(
    userId: number,
  ): Promise<{ readonly sealedSecret: string; readonly lastStep: number } | undefined>;
  saveTotp(factor: NewFactor, author: Author): Promise<void>;
  /** With the recovery codes; all sessions but the named one end. False: there was none. */
  removeTotp(userId: number, exceptSessionId: number | undefined, author: Author): Promise<boolean>;
  /** False if a code of this step or a later one has been taken. */
  takeStep(userId: number, step: number): Promise<boolean>;
  /** False if there is none such; it is gone then. */
  takeRecoveryCode(userId: number, hash: string): Promise<boolean>;
  countRecoveryCodes(userId: number): Promise<number>;
  replaceRecoveryCodes(userId: number, hashes: readonly string[], author: Author): Promise<void>;

  /** By their ids. */
  listPasskeys(userId: number): Promise<readonly Passkey[]>;
  findPasskey(credential: string): Promise<Passkey | undefined>;
  /**
   * The named session counts as begun with it, and all others of the person end. False where the challenge
   * was answered before or the credential is known.
   */
  addPasskey(addition: PasskeyAddition, author: Author): Promise<boolean>;
  /** False where the challenge was answered before, or the counter does not grow. */
  takeAssertion(use: PasskeyUse): Promise<boolean>;
  renamePasskey(userId: number, id: number, name: string, author: Author): Promise<boolean>;
  /** All sessions but the named one end. */
  removePasskey(
    userId: number,
    id: number,
    exceptSessionId: number,
    author: Author,
  ): Promise<PasskeyRemoval>;
  /** How many work at which host. */
  countPasskeys(): Promise<readonly { readonly host: string; readonly count: number }[]>;

  /** Counts the try in all of them or in none; how long it must wait, 0: it is counted. */
  countTry(counters: readonly TryCounter[], nowMs: number): Promise<number>;
  /** As if there had been no tries. */
  forgetTries(key: string): Promise<void>;
  /** One less in each; pauses end. */
  takeTryBack(counters: readonly TryCounter[], nowMs: number): Promise<void>;
  /** Pauses and windows that ended before; how many went. */
  sweepTries(beforeMs: number): Promise<number>;
}

export type SessionRenewal = Pick<NewSession, 'tokenHash' | 'freshUntilMs'> & {
  readonly atMs: number;
};
