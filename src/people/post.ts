/** Mails letters to people, where the installation can: as an account of theirs that has a sender. */
import { randomUUID } from 'node:crypto';
import { errorFields, type Log } from '#core/log.ts';
import { type Letter, type News, writeLetter } from './letters.ts';
import type { PeopleStore } from './people-store.ts';
import type { SignedIn } from './signed-in.ts';

/** Something that sends a mail of ours; false: it is not sent, now or later. */
export interface Mailer {
  send(
    mail: Letter & { readonly to: string; readonly accountId: number; readonly dedupKey: string },
  ): Promise<boolean>;
}

export type PostPorts = {
  readonly people: Pick<PeopleStore, 'accountsOf'>;
  /** Undefined: nobody is mailed, and links are given by hand. */
  readonly mailer: Mailer | undefined;
  readonly log: Log;
};

type Reader = Pick<SignedIn, 'email' | 'language'>;

export class Post {
  readonly #ports: PostPorts;

  constructor(ports: PostPorts) {
    this.#ports = ports;
  }

  /** To the address that they had. What happened has happened, whether or not they can be told. */
  async tell(news: News, who: Reader & Pick<SignedIn, 'userId'>): Promise<void> {
    if (this.#ports.mailer === undefined) return;
    const [account] = await this.#ports.people.accountsOf(who.userId);
    if (account !== undefined) await this.send(news, who, account.id);
  }

  /** Whether it was taken. */
  async send(news: News, { email, language }: Reader, accountId: number): Promise<boolean> {
    const { mailer, log } = this.#ports;
    if (mailer === undefined) return false;
    const dedupKey = `people:${randomUUID()}`;
    try {
      const letter = writeLetter(news, language ?? 'en');
      return await mailer.send({ ...letter, to: email, accountId, dedupKey });
    } catch (error) {
      log.warn('people.mail_failed', { what: news.what, ...errorFields(error) });
      return false;
    }
  }
}
