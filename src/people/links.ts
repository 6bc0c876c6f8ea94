/** Links that let people in: invitations of 72 hours; resets and other passwords of ten minutes. Each works once. */

import { hashPassword } from '#accounts/password.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Role } from '#core/permissions.ts';
import type { SignedIn } from '#core/signed-in.ts';
import { type BeginningRefusal, type BeginningWish, judgeBeginning } from './beginning.ts';
import type { CreationOptions, Passkeys } from './passkeys/passkeys.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import { type PasswordRule, refusePassword } from './password-rules.ts';
import type { PeopleStore, UserLink } from './people-store.ts';
import { hashToken, makeToken } from './session.ts';
import type { Entered } from './setup.ts';
import { emailKey, type User } from './user.ts';

const invitationMs = 72 * 3_600_000;
const resetMs = 10 * 60_000;

export type LinkPorts = {
  readonly people: PeopleStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly passkeys: Passkeys;
  readonly passwordRule: PasswordRule;
};

type Saving = { readonly people: Pick<PeopleStore, 'saveLink'> };

export type Invited = {
  readonly email: string;
  readonly isAdministrator: boolean;
  readonly place: { readonly accountId: number; readonly role: Role } | undefined;
};

/** What stands behind the # of the link: shown once. */
export type MadeLink = { readonly token: string; readonly endsAtMs: number };

/** Needed of a person who is new, or begins again. */
export type LinkUse = BeginningWish & { readonly token: string; readonly name: string };

type LinkRefusal = {
  readonly ok: false;
  readonly why: 'link is not valid' | 'sign in for this link';
};

export type LinkResult = Entered | LinkRefusal | BeginningRefusal;

export type PasswordSet =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly why: 'link is not valid' }
  | Extract<BeginningRefusal, { readonly why: 'password is refused' }>;

/** What a page says of a link before it is used. */
export type LinkView = {
  readonly kind: UserLink['kind'];
  readonly email: string;
  /** A person of this address is there: they sign in, and take it. */
  readonly isKnown: boolean;
};

export class Links {
  readonly #ports: LinkPorts;

  constructor(ports: LinkPorts) {
    this.#ports = ports;
  }

  async look(token: string): Promise<LinkView | undefined> {
    const link = await this.#find(token);
    if (link === undefined) return undefined;
    const { kind, email } = link;
    const found = await this.#ports.people.findUserByEmail(email);
    return { kind, email, isKnown: found !== undefined };
  }

  /** For somebody who is new, or begins again. */
  async use({ name, ...wish }: LinkUse): Promise<LinkResult> {
    const { people, passkeys, clock } = this.#ports;
    const link = await this.#find(wish.token);
    if (link === undefined || link.kind === 'password') return notValid;
    const known = await people.findUserByEmail(link.email);
    const isInvitation = link.kind === 'invitation';
    if (isInvitation && known !== undefined) return { ok: false, why: 'sign in for this link' };
    // A reset is for who has lost their way in: they add passkeys once they are here.
    const begun = await judgeBeginning(
      isInvitation ? wish : { ...wish, passkey: undefined },
      this.#ruleFor(link, name),
      { passkeys, purpose: purposeOf(link) },
    );
    if (!begun.ok) return begun;
    const { passwordHash, passkey, codes, factors } = begun;
    const createdAtMs = clock.nowMs();
    const tell = (user: User | undefined) =>
      user === undefined ? notValid : { ok: true as const, user, codes, factors };
    if (isInvitation) {
      const user = { email: link.email, name, passwordHash, passkey, createdAtMs };
      return tell(await people.joinAsNew(link, user));
    }
    if (known?.user.state !== 'active') return notValid;
    const author = { actor: link.email, atMs: createdAtMs };
    const isReset = await people.reset(link, known.user.id, passwordHash, author);
    return tell(isReset ? known.user : undefined);
  }

  /**
   * Another password for somebody who lost theirs. It lets nobody in: they sign in with it, and with all
   * other factors that they have.
   */
  async setPassword(token: string, password: string): Promise<PasswordSet> {
    const { people, clock } = this.#ports;
    const link = await this.#find(token);
    if (link?.kind !== 'password') return notValid;
    const known = await people.findUserByEmail(link.email);
    if (known?.user.state !== 'active') return notValid;
    const { user } = known;
    const refusal = refusePassword(password, this.#ruleFor(link, user.name));
    if (refusal !== undefined) return { ok: false, why: 'password is refused', refusal };
    const author = { actor: link.email, atMs: clock.nowMs() };
    const isSet = await people.setPassword(link, user.id, await hashPassword(password), author);
    return isSet ? { ok: true, user } : notValid;
  }

  /** What a browser needs to make the passkey of an invited person; undefined: the link lets nobody in again. */
  async proposePasskey(
    { token, name }: Pick<LinkUse, 'token' | 'name'>,
    party: RelyingParty,
  ): Promise<CreationOptions | undefined> {
    const link = await this.#find(token);
    if (link?.kind !== 'invitation') return undefined;
    const { email } = link;
    return this.#ports.passkeys.optionsFor({ email, name }, purposeOf(link), party);
  }

  #ruleFor({ email }: UserLink, name: string): PasswordRule {
    const { passwordRule } = this.#ports;
    return { ...passwordRule, knownWords: [...passwordRule.knownWords, email, name] };
  }

  /** For somebody who is signed in as the person that the link is for. */
  async take(token: string, who: SignedIn): Promise<boolean> {
    const link = await this.#find(token);
    if (link?.kind !== 'invitation' || link.email !== who.email) return false;
    const author = { actor: who.email, atMs: this.#ports.clock.nowMs() };
    return this.#ports.people.join(link, who.userId, author);
  }

  async #find(token: string): Promise<UserLink | undefined> {
    const link = await this.#ports.people.findLink(hashToken(token));
    return link !== undefined && this.#ports.clock.nowMs() < link.endsAtMs ? link : undefined;
  }
}

/** The token stands where no server sees it. */
export function joinLink(pagesUrl: string, token: string): string {
  return `${pagesUrl}/join#${token}`;
}

/** A person who has the link gets in as that person: it goes to them alone. */
export function invite(
  { email, isAdministrator, place }: Invited,
  author: Author,
  ports: Saving,
): Promise<MadeLink> {
  const endsAtMs = author.atMs + invitationMs;
  const common = { email: emailKey(email), createdAtMs: author.atMs, endsAtMs };
  return make({ ...common, kind: 'invitation', isAdministrator, place }, author, ports);
}

/** Another password, all factors again, all sessions ended once it is used. */
export function makeReset(email: string, author: Author, ports: Saving): Promise<MadeLink> {
  const endsAtMs = author.atMs + resetMs;
  const common = { email: emailKey(email), createdAtMs: author.atMs, endsAtMs };
  return make({ ...common, kind: 'reset' }, author, ports);
}

/** Another password beside the factors that are there, for who has the mailbox. */
export function makePasswordLink(email: string, author: Author, ports: Saving): Promise<MadeLink> {
  const endsAtMs = author.atMs + resetMs;
  return make({ kind: 'password', email, createdAtMs: author.atMs, endsAtMs }, author, ports);
}

type NewLink = UserLink extends infer Link
  ? Link extends UserLink
    ? Omit<Link, 'hash'>
    : never
  : never;

async function make(link: NewLink, author: Author, { people }: Saving): Promise<MadeLink> {
  const token = makeToken();
  await people.saveLink({ ...link, hash: hashToken(token) }, author);
  return { token, endsAtMs: link.endsAtMs };
}

const notValid = { ok: false, why: 'link is not valid' } as const;

function purposeOf({ hash }: UserLink): string {
  return `link ${hash}`;
}
