/**
 * Holds the mail of accounts whose last mails bounced or were called spam: it would cost all accounts of the
 * installation their name with the large providers. Until somebody releases it, it waits.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { hardClasses } from '../mail-fact.ts';
import type { MailAccountStore, Reception } from './mail-account-store.ts';

export type ReputationPorts = {
  readonly store: Pick<MailAccountStore, 'findStanding' | 'findReception' | 'holdMail'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Of the last mails so many are looked at. */
const mailsMax = 500;
/** Fewer say little: shares are of as many at least. */
const bouncesOfMin = 100;
const bounceShareMax = 0.1;
/** What Gmail and Yahoo demand of senders. */
const complaintShareMax = 0.003;
/** A mail's fate is known seconds after it left at best. */
const rememberedMs = 15_000;
const accountsMax = 10_000;

type Known = { readonly judgedAtMs: number; readonly because: string | undefined };

export class MailReputation {
  readonly #ports: ReputationPorts;
  readonly #known = new BoundedMap<number, Known>(accountsMax);

  constructor(ports: ReputationPorts) {
    this.#ports = ports;
  }

  /** Why the account's mail is held; undefined: it may go. */
  async heldBecause(accountId: number): Promise<string | undefined> {
    const nowMs = this.#ports.clock.monotonicMs();
    const known = this.#known.get(accountId);
    if (known !== undefined && nowMs < known.judgedAtMs + rememberedMs) return known.because;
    const because = await this.#judge(accountId);
    this.#known.set(accountId, { because, judgedAtMs: nowMs });
    return because;
  }

  /** A setting has changed: an account may have been released. */
  forget(): void {
    this.#known.clear();
  }

  async #judge(accountId: number): Promise<string | undefined> {
    const { store, clock, log } = this.#ports;
    const { heldBecause, countsFromMs } = await store.findStanding(accountId);
    if (heldBecause !== undefined) return heldBecause;
    const wish = { sinceMs: countsFromMs, mailsMax, hardClasses };
    const reception = await store.findReception(accountId, wish);
    const reason = findFault(reception);
    if (reason === undefined) return undefined;
    const isNew = await store.holdMail(accountId, reason, clock.nowMs());
    if (isNew) log.warn('mail.account_held', { accountId, reason, ...reception });
    return reason;
  }
}

/** What is wrong with how an account's mail is received. */
function findFault({ mails, hardBounces, complaints }: Reception): string | undefined {
  if (hardBounces > Math.max(mails, bouncesOfMin) * bounceShareMax) {
    return `${hardBounces} of its last ${mails} mails went to mailboxes that are not there`;
  }
  // Of few mails one complaint is a large share and says nothing.
  if (complaints > mailsMax * complaintShareMax) {
    return `${complaints} of its last ${mails} mails were called spam`;
  }
  return undefined;
}
