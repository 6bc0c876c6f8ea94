/**
 * Another address to sign in by. Until the person, signed in, opens the link that was mailed there, all stays
 * with the one before: sign-ins, other passwords, and what we mail them. So a slip of the keyboard gives nobody
 * else a way in, and neither does a session in wrong hands.
 */

import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { MadeLink } from './links.ts';
import type { AddressChange, PeopleStore } from './people-store.ts';
import type { Post } from './post.ts';
import { hashToken, makeToken } from './session.ts';
import { tryKey } from './try-store.ts';
import { emailKey } from './user.ts';
import type { SecretLink } from './user-mail.ts';

export type AddressChangePorts = {
  readonly people: Pick<
    PeopleStore,
    | 'findUserByEmail'
    | 'saveAddressChange'
    | 'findAddressChange'
    | 'findAddressChangeByHash'
    | 'confirmAddressChange'
    | 'cancelAddressChange'
    | 'countTry'
  >;
  readonly post: Pick<Post, 'isOpen' | 'tell' | 'mailLink'>;
  /** Where people see us; undefined: no link can be mailed. */
  readonly publicUrl: string | undefined;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

type Person = Pick<SignedIn, 'userId' | 'email' | 'language'>;

export type AddressAsked =
  | { readonly ok: true; readonly isMailed: boolean }
  | { readonly ok: false; readonly why: 'address is taken' | 'address cannot be confirmed' }
  | { readonly ok: false; readonly why: 'too many links'; readonly retryAfterS: number };

export type AddressConfirmed =
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly why: 'address link is not valid' | 'address is taken' };

const changeMs = 24 * 3_600_000;
/** Letters that one mailbox gets: nobody fills that of another. */
const lettersAnHour = { max: 3, windowMs: 3_600_000 };
/** What one person may ask for, whatever the addresses: they are not looked up one after another. */
const asksAnHour = { max: 5, windowMs: 3_600_000 };

export class AddressChanges {
  readonly #ports: AddressChangePorts;

  constructor(ports: AddressChangePorts) {
    this.#ports = ports;
  }

  get isOffered(): boolean {
    return this.#ports.publicUrl !== undefined && this.#ports.post.isOpen;
  }

  /** What waits to be confirmed. */
  async pendingOf(userId: number): Promise<AddressChange | undefined> {
    const change = await this.#ports.people.findAddressChange(userId);
    return change && this.#lives(change) ? change : undefined;
  }

  /** Asked once more for the same address it mails another link, and the one before opens nothing. */
  async ask(who: Person, email: string): Promise<AddressAsked> {
    const { people, post, publicUrl, log } = this.#ports;
    if (publicUrl === undefined || !this.isOffered) {
      return { ok: false, why: 'address cannot be confirmed' };
    }
    const to = emailKey(email);
    const waitMs = await this.#count(who, to);
    if (waitMs > 0) return { ok: false, why: 'too many links', retryAfterS: inSeconds(waitMs) };
    if ((await people.findUserByEmail(to)) !== undefined) {
      return { ok: false, why: 'address is taken' };
    }
    const before = await this.pendingOf(who.userId);
    const made = await makeAddressChange(who.userId, to, this.#authorOf(who), { people });
    const link = { address: addressLink(publicUrl, made), endsAtMs: made.endsAtMs };
    const isMailed = await mailAddressLink(link, to, who, post);
    if (before?.email !== to) await post.tell({ what: 'address asked', to }, who);
    log.info('security.address-asked', { user: who.userId, isMailed });
    return { ok: true, isMailed };
  }

  /** What a link would confirm for this person. */
  async look(token: string, who: Person): Promise<AddressChange | undefined> {
    const change = await this.#ports.people.findAddressChangeByHash(hashToken(token));
    return change?.userId === who.userId && this.#lives(change) ? change : undefined;
  }

  /** By the link, and by the session of the person who asked. */
  async confirm(token: string, who: Person): Promise<AddressConfirmed> {
    const { people, post, log } = this.#ports;
    const change = await this.look(token, who);
    if (change === undefined) return notValid;
    const { email } = change;
    if (!(await people.confirmAddressChange(change, this.#authorOf(who)))) {
      const isTaken = (await people.findUserByEmail(email)) !== undefined;
      return isTaken ? { ok: false, why: 'address is taken' } : notValid;
    }
    log.info('security.address-changed', { user: who.userId });
    await post.tell({ what: 'address changed', to: email }, who);
    return { ok: true, email };
  }

  cancel(who: Person): Promise<boolean> {
    return this.#ports.people.cancelAddressChange(who.userId, this.#authorOf(who));
  }

  #count({ userId }: Person, to: string): Promise<number> {
    const { people, clock } = this.#ports;
    const counters = [
      { key: tryKey('address letters to', to), ...lettersAnHour },
      { key: tryKey('address letters of', `${userId}`), ...asksAnHour },
    ];
    return people.countTry(counters, clock.nowMs());
  }

  #lives({ endsAtMs }: AddressChange): boolean {
    return this.#ports.clock.nowMs() < endsAtMs;
  }

  #authorOf({ email }: Person): Author {
    return { actor: email, atMs: this.#ports.clock.nowMs() };
  }
}

const notValid = { ok: false, why: 'address link is not valid' } as const;

/** A person who has the link, and is signed in as that person, makes the address theirs. */
export async function makeAddressChange(
  userId: number,
  email: string,
  author: Author,
  { people }: { readonly people: Pick<PeopleStore, 'saveAddressChange'> },
): Promise<MadeLink> {
  const token = makeToken();
  const createdAtMs = author.atMs;
  const endsAtMs = createdAtMs + changeMs;
  const change = { hash: hashToken(token), userId, email, createdAtMs, endsAtMs };
  await people.saveAddressChange(change, author);
  return { token, endsAtMs };
}

/** The token stands where no server sees it. */
export function addressLink(url: string, { token }: MadeLink): string {
  return `${url}/address#${token}`;
}

/** To the new address, as the person whose it becomes; whether it is on its way. */
export function mailAddressLink(
  link: SecretLink,
  to: string,
  who: Person,
  post: Pick<Post, 'mailLink'>,
): Promise<boolean> {
  return post.mailLink({ what: 'address to confirm', link }, { ...who, email: to });
}

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}
