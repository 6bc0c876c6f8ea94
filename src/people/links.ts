/** Links that let people in: invitations of 72 hours, and resets of ten minutes. Each works once. */
import { hashPassword } from '#accounts/password.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { MemberStore, UserLink } from './member-store.ts';
import { type PasswordRefusal, type PasswordRule, refusePassword } from './password-rules.ts';
import type { PeopleStore } from './people-store.ts';
import type { Role } from './permissions.ts';
import { hashToken, makeToken } from './session.ts';
import type { SignedIn } from './signed-in.ts';
import { emailKey, type User } from './user.ts';

const invitationMs = 72 * 3_600_000;
const resetMs = 10 * 60_000;

export type LinkPorts = {
  readonly members: MemberStore;
  readonly people: Pick<PeopleStore, 'findUserByEmail'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly passwordRule: PasswordRule;
};

export type Invited = {
  readonly email: string;
  readonly isAdministrator: boolean;
  readonly place: { readonly accountId: number; readonly role: Role } | undefined;
};

/** What stands behind the # of the link: shown once. */
export type MadeLink = { readonly token: string; readonly endsAtMs: number };

export type LinkUse = {
  readonly token: string;
  readonly name: string;
  /** Needed of who is new, or begins anew. */
  readonly password: string;
};

export type LinkResult =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly why: 'link is not valid' | 'sign in for this link' }
  | { readonly ok: false; readonly why: 'password is refused'; readonly refusal: PasswordRefusal };

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

  invite(invited: Invited, author: Author): Promise<MadeLink> {
    return invite(invited, author, this.#ports);
  }

  async look(token: string): Promise<LinkView | undefined> {
    const link = await this.#find(token);
    if (link === undefined) return undefined;
    const { kind, email } = link;
    const found = await this.#ports.people.findUserByEmail(email);
    return { kind, email, isKnown: found !== undefined };
  }

  /** For somebody who is new, or begins anew. */
  async use({ token, name, password }: LinkUse): Promise<LinkResult> {
    const { members, people, clock, passwordRule } = this.#ports;
    const link = await this.#find(token);
    if (link === undefined) return { ok: false, why: 'link is not valid' };
    const known = await people.findUserByEmail(link.email);
    if (link.kind === 'invitation' && known !== undefined) {
      return { ok: false, why: 'sign in for this link' };
    }
    const knownWords = [...passwordRule.knownWords, link.email, name];
    const refusal = refusePassword(password, { ...passwordRule, knownWords });
    if (refusal !== undefined) return { ok: false, why: 'password is refused', refusal };
    const passwordHash = await hashPassword(password);
    const createdAtMs = clock.nowMs();
    const author = { actor: link.email, atMs: createdAtMs };
    if (link.kind === 'invitation') {
      const user = { email: link.email, name, passwordHash, createdAtMs };
      return tellUser(await members.joinAsNew(link, user));
    }
    if (known?.user.state !== 'active') return { ok: false, why: 'link is not valid' };
    const isReset = await members.reset(link, known.user.id, passwordHash, author);
    return tellUser(isReset ? known.user : undefined);
  }

  /** For somebody who is signed in as the person that the link is for. */
  async take(token: string, who: SignedIn): Promise<boolean> {
    const link = await this.#find(token);
    if (link?.kind !== 'invitation' || link.email !== who.email) return false;
    const author = { actor: who.email, atMs: this.#ports.clock.nowMs() };
    return this.#ports.members.join(link, who.userId, author);
  }

  async #find(token: string): Promise<UserLink | undefined> {
    const link = await this.#ports.members.findLink(hashToken(token));
    return link !== undefined && this.#ports.clock.nowMs() < link.endsAtMs ? link : undefined;
  }
}

/** Whoever has the link gets in as that person: it goes to them alone. */
export function invite(
  { email, isAdministrator, place }: Invited,
  author: Author,
  ports: Pick<LinkPorts, 'members'>,
): Promise<MadeLink> {
  const endsAtMs = author.atMs + invitationMs;
  const common = { email: emailKey(email), createdAtMs: author.atMs, endsAtMs };
  return make({ ...common, kind: 'invitation', isAdministrator, place }, author, ports);
}

/** Another password, all factors again, all sessions ended once it is used. */
export function makeReset(
  email: string,
  author: Author,
  ports: Pick<LinkPorts, 'members'>,
): Promise<MadeLink> {
  const endsAtMs = author.atMs + resetMs;
  const common = { email: emailKey(email), createdAtMs: author.atMs, endsAtMs };
  return make({ ...common, kind: 'reset' }, author, ports);
}

type NewLink = UserLink extends infer Link
  ? Link extends UserLink
    ? Omit<Link, 'hash'>
    : never
  : never;

async function make(
  link: NewLink,
  author: Author,
  { members }: Pick<LinkPorts, 'members'>,
): Promise<MadeLink> {
  const token = makeToken();
  await members.saveLink({ ...link, hash: hashToken(token) }, author);
  return { token, endsAtMs: link.endsAtMs };
}

function tellUser(user: User | undefined): LinkResult {
  return user === undefined ? { ok: false, why: 'link is not valid' } : { ok: true, user };
}
