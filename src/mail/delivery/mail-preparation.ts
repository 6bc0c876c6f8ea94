/** Mails between their turn and a connection: where each goes is found, then it is composed and signed. */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { myTurn } from '#core/turns.ts';
import type { Owed } from '#queue/job.ts';
import type { Connections, ReadyMail } from './connections.ts';
import type { OwedMail } from './delivery-store.ts';
import type { LaneEndings } from './lane-endings.ts';
import type { MadeMail, MailMaker } from './mail-maker.ts';
import type { Ending } from './outcome.ts';
import type { Destination, Route } from './route.ts';
import type { SenderHolds } from './sender-holds.ts';

export type MailPreparationPorts = {
  readonly route: Pick<Route, 'find'>;
  readonly maker: MailMaker;
  /** Whether the recipient has come to a suppression list since the mail was accepted. */
  readonly isSuppressed: (mail: OwedMail) => Promise<boolean>;
  readonly holds: SenderHolds;
  readonly endings: LaneEndings;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
  readonly groupOf: (destination: Destination) => Connections;
  readonly settle: (owed: Owed<OwedMail>, ending: Ending) => Promise<void>;
  /** Its time was over before it went anywhere. */
  readonly expire: (owed: Owed<OwedMail>) => Promise<void>;
  readonly move: (owed: Owed<OwedMail>, owner: string) => Promise<void>;
  /** Its way is closed. */
  readonly park: (owed: Owed<OwedMail>, way: Connections) => Promise<void>;
  readonly ready: (ready: ReadyMail, group: Connections) => void;
  /** There may be room for another. */
  readonly changed: () => void;
};

export class MailPreparation {
  readonly #ports: MailPreparationPorts;
  #underWay = 0;

  constructor(ports: MailPreparationPorts) {
    this.#ports = ports;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** `closed`: the only way there is; it is put off without being composed. */
  async prepare(owed: Owed<OwedMail>, closed: Connections | undefined): Promise<void> {
    const { endings, park, settle, log } = this.#ports;
    this.#underWay += 1;
    try {
      await (closed === undefined ? this.#findWay(owed) : park(owed, closed));
    } catch (error) {
      // The storage is away, or a fault of ours: the mail is found again in the table.
      log.warn('mail.unprepared', { mailId: owed.load.mailId, ...errorFields(error) });
      await settle(owed, endings.broken(owed, 'could not be prepared'));
    } finally {
      this.#underWay -= 1;
      this.#ports.changed();
    }
  }

  async #findWay(owed: Owed<OwedMail>): Promise<void> {
    const { isSuppressed, endings, settle, expire, move, groupOf, clock } = this.#ports;
    if (owed.job.expiresAtMs <= clock.nowMs()) return expire(owed);
    if (await isSuppressed(owed.load)) return settle(owed, endings.suppressed(owed));
    const found = await this.#ports.route.find(owed.load);
    switch (found.kind) {
      case 'destination':
        return this.#compose(owed, groupOf(found.destination));
      case 'move':
        return move(owed, found.owner);
      case 'end':
        return settle(owed, endings.bounced(owed, found.reason));
      case 'wait':
        return settle(owed, endings.putOff(owed, found.reason, { isCounted: true }));
    }
  }

  async #compose(owed: Owed<OwedMail>, group: Connections): Promise<void> {
    const { maker, holds, endings, settle, park, clock } = this.#ports;
    const { breaker } = group;
    if (breaker.isOpen && !breaker.mayTry(clock.nowMs(), 0)) return park(owed, group);
    // Composing and signing is most of what a mail costs.
    await myTurn();
    const made = await maker.make(owed.load);
    if (!made.ok) return this.#unmade(owed, made);
    const heldFor = holds.reasonOf(made.fromDomain);
    if (heldFor !== undefined) return settle(owed, endings.putOff(owed, heldFor));
    const { sender, recipient, octets, bytes, needsSmtpUtf8, fromDomain } = made;
    const mail = { sender, recipient, octets, bytes, needsSmtpUtf8 };
    const sinceMs = clock.nowMs();
    this.#ports.ready({ owed, sinceMs, mail, fromDomain, losses: 0, isGivenUp: false }, group);
  }

  #unmade(owed: Owed<OwedMail>, made: Extract<MadeMail, { readonly ok: false }>): Promise<void> {
    const { endings, settle, log } = this.#ports;
    log.error('mail.unmade', { mailId: owed.load.mailId, why: made.why, reason: made.reason });
    return settle(owed, endings.unmade(owed, made));
  }
}
