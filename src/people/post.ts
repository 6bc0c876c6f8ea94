/** Mails letters to people, where the installation can: as an account of theirs that has a sender. */
import { randomUUID } from 'node:crypto';
import { errorFields, type Log } from '#core/log.ts';
import type { SignedIn } from '#core/signed-in.ts';
import type { PeopleStore } from './people-store.ts';
import {
  type LinkNews,
  type News,
  type SecretLink,
  type UserMail,
  writeUserMail,
} from './user-mail.ts';

/** Something that sends a mail of ours; false: it is not sent, now or later. */
export interface Mailer {
  /** False: what it sends is caught on this machine. */
  readonly leaves: boolean;
  send(
    mail: UserMail & { readonly to: string; readonly accountId: number; readonly dedupKey: string },
  ): Promise<boolean>;
}

export type PostPorts = {
  readonly people: Pick<PeopleStore, 'accountsOf'>;
  /** Undefined: nobody is mailed, and links are given by hand. */
  readonly mailer: Mailer | undefined;
  readonly log: Log;
};

/** Most people have one, and a sender there. */
const accountsTried = 10;

type Reader = Pick<SignedIn, 'email' | 'language'>;

export class Post {
  readonly #ports: PostPorts;

  constructor(ports: PostPorts) {
    this.#ports = ports;
  }

  /** Whether anybody can be mailed at all. */
  get isOpen(): boolean {
    return this.#ports.mailer !== undefined;
  }

  /**
   * To the address that they had, as the first of their accounts that has a sender; whether one had. What
   * happened has happened, whether or not they can be told.
   */
  async tell(news: News, who: Reader & Pick<SignedIn, 'userId'>): Promise<boolean> {
    if (this.#ports.mailer === undefined) return false;
    const accounts = await this.#ports.people.accountsOf(who.userId);
    for (const { id } of accounts.slice(0, accountsTried)) {
      if (await this.send(news, who, id)) return true;
    }
    return false;
  }

  /** Whether it is on its way to somebody who cannot see the page of the one who sent it. */
  async invite(link: SecretLink, guest: Reader, accountId: number): Promise<boolean> {
    const isTaken = await this.send({ what: 'invited', link }, guest, accountId);
    return isTaken && this.#ports.mailer?.leaves === true;
  }

  /** The same for a link that is made for somebody who is known. */
  async mailLink(news: LinkNews, who: Reader & Pick<SignedIn, 'userId'>): Promise<boolean> {
    const isTaken = await this.tell(news, who);
    return isTaken && this.#ports.mailer?.leaves === true;
  }

  /** Whether it was taken. */
  async send(news: News, { email, language }: Reader, accountId: number): Promise<boolean> {
    const { mailer, log } = this.#ports;
    if (mailer === undefined) return false;
    const dedupKey = `people:${randomUUID()}`;
    try {
      const letter = writeUserMail(news, language ?? 'en');
      return await mailer.send({ ...letter, to: email, accountId, dedupKey });
    } catch (error) {
      log.warn('people.mail_failed', { what: news.what, ...errorFields(error) });
      return false;
    }
  }
}
