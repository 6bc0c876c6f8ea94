/**
 * Who forgot their password asks for a link by mail. Each of them hears the same, as fast, whether or not
 * somebody has that address: what depends on it is done after the answer.
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { networkOf } from '#core/network.ts';
import { makePasswordLink } from './links.ts';
import type { PeopleStore } from './people-store.ts';
import type { Post } from './post.ts';
import { tryKey } from './try-store.ts';
import { emailKey, type Language } from './user.ts';

export type ForgottenPorts = {
  readonly people: PeopleStore;
  readonly post: Pick<Post, 'isOpen' | 'tell'>;
  /** Where people see us; undefined: no link can be mailed. */
  readonly publicUrl: string | undefined;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

export type Asked = {
  readonly email: string;
  /** Of the page, for who chose none. */
  readonly language: Language | undefined;
  /** Where it was asked from. */
  readonly address: string;
};

export type AskedReply =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: 'too many links'; readonly retryAfterS: number };

/** Mails that one person gets in an hour: nobody fills the mailbox of another. */
const mailsAnHour = { max: 3, windowMs: 3_600_000 };
/** What one network may ask for in a quarter of an hour. */
const asksOfNetwork = { max: 10, windowMs: 15 * 60_000 };
/** Asked for and not looked up yet. */
const waitingMax = 100;
const fullRetryS = 30;

export class ForgottenPasswords {
  readonly #ports: ForgottenPorts;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(ports: ForgottenPorts) {
    this.#ports = ports;
  }

  get isOffered(): boolean {
    return this.#ports.publicUrl !== undefined && this.#ports.post.isOpen;
  }

  async ask(asked: Asked): Promise<AskedReply> {
    const { people, clock } = this.#ports;
    const key = tryKey('resets from', networkOf(asked.address));
    const waitMs = await people.countTry([{ key, ...asksOfNetwork }], clock.nowMs());
    if (waitMs > 0) return tooMany(Math.ceil(waitMs / 1_000));
    if (this.#waiting >= waitingMax) return tooMany(fullRetryS);
    this.#waiting += 1;
    this.#last = this.#last.then(() => this.#mailLater(asked));
    return { ok: true };
  }

  /** When all that was asked for by now is done. */
  settled(): Promise<void> {
    return this.#last;
  }

  async #mailLater(asked: Asked): Promise<void> {
    try {
      await this.#mail(asked);
    } catch (error) {
      this.#ports.log.warn('people.reset_failed', errorFields(error));
    } finally {
      this.#waiting -= 1;
    }
  }

  async #mail({ email, language, address }: Asked): Promise<void> {
    const { people, post, clock, log, publicUrl } = this.#ports;
    if (publicUrl === undefined) return;
    const key = tryKey('resets of', emailKey(email));
    const isTooMuch = (await people.countTry([{ key, ...mailsAnHour }], clock.nowMs())) > 0;
    const found = await people.findUserByEmail(emailKey(email));
    if (isTooMuch || found?.user.state !== 'active') return;
    const { user } = found;
    const author = { actor: `asked from ${networkOf(address)}`, atMs: clock.nowMs() };
    const { token, endsAtMs } = await makePasswordLink(user.email, author, { people });
    const link = { address: `${publicUrl}/join#${token}`, endsAtMs };
    const news = { what: 'password forgotten', link } as const;
    const reader = { ...user, userId: user.id, language: user.language ?? language };
    const isMailed = await post.tell(news, reader);
    log.info('security.password-link-made', { user: user.id, isMailed });
  }
}

function tooMany(retryAfterS: number): AskedReply {
  return { ok: false, why: 'too many links', retryAfterS };
}
