/** Releases of caught mails that pages have asked for: a few at a time, and each ends though its page has gone. */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import { releaseRecord } from '../delivery/caught-audit.ts';
import type { Release, ReleasedMail } from '../delivery/mail-release.ts';
import type { CaughtMail } from './caught-mail.ts';

/** A page waits for 30 s; servers may take minutes for each step (RFC 5321 §4.5.3.2). */
const waitMs = 20_000;
/** Each a mail in memory and a connection. */
const underWayMax = 4;

export type Told = {
  readonly recipient: string;
  /** `under way`: the server takes its time; what it says in the end stands in the audit. */
  readonly outcome: 'sent' | 'not sent' | 'under way';
  readonly host: string;
  readonly said: string;
};

export type ReleasesPorts = {
  /** Undefined: the mode of the server leaves it no way. */
  readonly leavesBy: 'relay' | 'direct' | undefined;
  readonly releaseMail: (mail: ReleasedMail) => Promise<Release>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly clock: Pick<Clock, 'sleep'>;
};

export class MailReleases {
  readonly leavesBy: 'relay' | 'direct' | undefined;
  readonly #ports: ReleasesPorts;
  #underWay = 0;

  constructor(ports: ReleasesPorts) {
    this.leavesBy = ports.leavesBy;
    this.#ports = ports;
  }

  /** What is known after a while, one for each recipient. Undefined: there are too many in progress. */
  async release(
    mail: CaughtMail,
    recipients: readonly string[],
    author: Author,
  ): Promise<readonly Told[] | undefined> {
    if (this.#underWay >= underWayMax) return undefined;
    this.#underWay += 1;
    const told: Told[] = recipients.map((recipient) => ({
      recipient,
      outcome: 'under way',
      host: '',
      said: '',
    }));
    const all = this.#releaseAll(mail, told, author).finally(() => {
      this.#underWay -= 1;
    });
    await Promise.race([all, this.#ports.clock.sleep(waitMs)]);
    return [...told];
  }

  /** Never rejects. */
  async #releaseAll(mail: CaughtMail, told: Told[], author: Author): Promise<void> {
    for (const [place, { recipient }] of told.entries()) {
      const { isSent, host, said } = await this.#releaseOne(mail, recipient, author);
      told[place] = { recipient, outcome: isSent ? 'sent' : 'not sent', host, said };
    }
  }

  async #releaseOne(
    { id, sender, octets }: CaughtMail,
    recipient: string,
    author: Author,
  ): Promise<Release> {
    const { releaseMail, audit } = this.#ports;
    try {
      const release = await releaseMail({ sender, recipient, octets });
      await audit.note(author, releaseRecord(id, release));
      return release;
    } catch (error) {
      return { isSent: false, host: '', said: error instanceof Error ? error.message : '' };
    }
  }
}
