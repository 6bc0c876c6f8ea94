/** What others hear of the fate of mails: clients by events, the sender of a notice by a word. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { MailSettlement } from '../delivery/delivery-store.ts';
import type { Email } from '../email.ts';
import type { MailEventMaker } from '../mail-event-maker.ts';
import type { MailRecorder } from '../mail-recorder.ts';
import { suppressedForm } from '../suppression/suppression.ts';
import type { EmailStore } from './email-store.ts';
import { fateOf, type NoticeFate } from './notice-mailer.ts';

export type OutcomePorts = {
  readonly emails: Pick<EmailStore, 'findEmail' | 'forgetVariables'>;
  readonly events: Pick<MailEventMaker, 'mailEvent' | 'suppressionEvent'>;
  readonly recorder: Pick<MailRecorder, 'settleMails'>;
  /** A notice has reached its end. A sender who was not there then can ask the mailer. */
  readonly noticeSettled: (dedupKey: string, fate: NoticeFate) => void;
};

/** Emails whose mails are being settled. */
const emailsMax = 2_000;

type Ending = Omit<MailSettlement, 'events'>;

export class MailOutcomes {
  readonly #ports: OutcomePorts;
  readonly #emails = new BoundedMap<number, Promise<Email | undefined>>(emailsMax);

  constructor(ports: OutcomePorts) {
    this.#ports = ports;
  }

  /** The events that the end of an attempt owes. Notices are nobody's sends, so nobody is told. */
  async eventsOf(address: string, { emailId, job, fact, atMs }: Ending): Promise<OwedEvent[]> {
    if (fact === undefined) return [];
    const email = await this.#find(emailId);
    if (email === undefined || email.notice !== null) return [];
    const { kind, reason } = fact;
    const told = { email, mailId: job.subject, address, kind, reason, atMs };
    return [await this.#ports.events.mailEvent(told)];
  }

  /** One commit; answers for each whether its fact was noted. */
  async settle(settlements: readonly MailSettlement[]): Promise<readonly boolean[]> {
    const real = await Promise.all(
      settlements.map((one) => this.#withoutPlay(isPaidBack(one) ? { ...one, refund: true } : one)),
    );
    const noted = await this.#ports.recorder.settleMails(real);
    const facts = settlements.filter(({ fact }, n) => noted[n] === true && fact !== undefined);
    await Promise.all(facts.map((settlement) => this.#settleNotice(settlement)));
    return noted;
  }

  /** A server that only plays says nothing of a mailbox that real mail goes to; of others clients hear. */
  async #withoutPlay(settlement: MailSettlement): Promise<MailSettlement> {
    if (settlement.suppress === undefined) return settlement;
    const email = await this.#find(settlement.emailId);
    const isPlay = email === undefined || email.test || email.sandbox;
    if (isPlay) return { ...settlement, suppress: undefined };
    const { accountId, atMs } = settlement;
    const { address, strength: reason } = settlement.suppress;
    const told = { accountId, address: suppressedForm(address), stream: '', reason, atMs } as const;
    const event = { ...told, source: 'delivery', kind: 'added' } as const;
    const events = [await this.#ports.events.suppressionEvent(event)];
    return { ...settlement, suppress: { ...settlement.suppress, events } };
  }

  async #settleNotice({ emailId, fact }: MailSettlement): Promise<void> {
    const fate = fact && fateOf(fact.kind);
    if (fate === undefined || fate === 'waiting') return;
    const email = await this.#find(emailId);
    if (email === undefined || email.notice === null) return;
    this.#ports.noticeSettled(email.notice, fate);
    if (Object.keys(email.variables).length > 0) this.#forgetSecrets(email.id);
  }

  /** What is not forgotten here stays sealed, and goes with the email. */
  #forgetSecrets(emailId: number): void {
    this.#emails.delete(emailId);
    this.#ports.emails.forgetVariables(emailId).catch(() => undefined);
  }

  #find(emailId: number): Promise<Email | undefined> {
    const known = this.#emails.get(emailId);
    if (known !== undefined) return known;
    const found = this.#read(emailId);
    this.#emails.set(emailId, found);
    return found;
  }

  async #read(emailId: number): Promise<Email | undefined> {
    try {
      return await this.#ports.emails.findEmail(emailId);
    } catch (error) {
      this.#emails.delete(emailId);
      throw error;
    }
  }
}

/** What we have given up no server has taken, unless nobody knows. */
function isPaidBack({ fact }: MailSettlement): boolean {
  return fact?.kind === 'failed' && fact.reason?.class !== 'in-doubt';
}
