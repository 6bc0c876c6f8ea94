/** What comes back after a mail was sent: late bounces, complaints, and what recipients do with it. */

import type { Clock } from '#core/clock.ts';
import { emailIdOf } from '#model/ids.ts';
import { isTaken, type MailFactKind, takenStates } from '#model/mail-state.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { suppressionOf } from './delivery/treatment.ts';
import type { Email, Mail } from './email.ts';
import type { MailReason } from './mail-fact.ts';
import type { MailFact, MailMark, NewMailFact } from './mail-fact-store.ts';
import type { EmailStore } from './sending/email-store.ts';
import { type NewSuppression, suppressedForm } from './suppression/suppression.ts';
import type { ToldSuppressions } from './suppression/told-suppressions.ts';
import type { LastingSubscription } from './tokens.ts';

export type FeedbackPorts = {
  readonly emails: Pick<EmailStore, 'findEmail' | 'findMail' | 'factsOf'>;
  readonly suppressions: Pick<ToldSuppressions, 'add' | 'tell'>;
  /** One commit with all that the facts mean; of each whether it was noted. */
  readonly record: (facts: readonly NewMailFact[]) => Promise<readonly boolean[]>;
  /** What clients are to hear of it, rendered. */
  readonly events: (told: {
    readonly email: Email;
    readonly mailId: number;
    readonly address: string;
    readonly kind: MailFactKind | MailMark;
    readonly atMs: number;
    readonly reason: MailReason | null;
    readonly link?: string | undefined;
  }) => Promise<readonly OwedEvent[]>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export type Feedback =
  | 'noted'
  /** The mail is forgotten, was told of before, or it is too late. */
  | 'no effect'
  /** That it was sent is not written down yet: come again. */
  | 'too early';

const bounceMs = 14 * 86_400_000;

/** How often one mail is told to have been opened or clicked: some programs ask for an image each minute. */
const marksMax = 100;

/** Mailboxes of the simulator: what they teach is nothing to keep. */
const simulated = /@parley\.test$/i;

const ended: ReadonlySet<string> = new Set([
  'bounced',
  'failed',
  'suppressed',
  'cancelled',
  'complained',
]);

type Known = { readonly email: Email; readonly mail: Mail; readonly facts: readonly MailFact[] };

export class MailFeedback {
  readonly #ports: FeedbackPorts;

  constructor(ports: FeedbackPorts) {
    this.#ports = ports;
  }

  /** A server said that it had taken the mail, and says now that it could not deliver it. */
  async bounced(mailId: number, reason: MailReason): Promise<Feedback> {
    const known = await this.#find(mailId);
    const sentAtMs = known && sentAt(known);
    if (known === undefined || sentAtMs === 'over') return 'no effect';
    if (sentAtMs === undefined) return 'too early';
    if (this.#ports.clock.nowMs() - sentAtMs > bounceMs) return 'no effect';
    const strength = suppressionOf(reason, /^\d\.[12]\./.test(reason.enhanced) ? 'rcpt' : 'body');
    const suppress =
      strength &&
      (await this.#suppression(known, { stream: '', reason: strength, source: 'bounce' }));
    return this.#change(known, { kind: 'bounced', reason, detail: reason, suppress });
  }

  /** Its recipient called it spam. */
  async complained(
    mailId: number,
    complaint: { readonly type: string; readonly by: string },
  ): Promise<Feedback> {
    const known = await this.#find(mailId);
    const sentAtMs = known && sentAt(known);
    if (known === undefined || sentAtMs === 'over') return 'no effect';
    if (sentAtMs === undefined) return 'too early';
    // A person who calls one of its mailings spam wants none of the others either.
    const why = { stream: '', reason: 'complaint', source: 'complaint' } as const;
    const suppress = await this.#suppression(known, why);
    return this.#change(known, { kind: 'complained', reason: null, detail: complaint, suppress });
  }

  /** Its recipient wants no more mail of that stream. Asked again it is the same again. */
  async unsubscribed(
    mailId: number,
    source: 'link' | 'mail',
    lasting?: LastingSubscription,
  ): Promise<Feedback> {
    const known = await this.#find(mailId);
    if (known === undefined) {
      // RFC 8058 names no time after which a recipient could not unsubscribe any more.
      return lasting === undefined ? 'no effect' : this.#suppressLate(lasting, source);
    }
    const why = { stream: known.email.stream ?? '', reason: 'unsubscribe', source } as const;
    const suppress = await this.#suppression(known, why);
    if (known.facts.some(({ kind }) => kind === 'unsubscribed')) {
      // Somebody may have taken the address off the list meanwhile.
      if (suppress !== undefined) await this.#ports.suppressions.add(suppress);
      return 'no effect';
    }
    return this.#mark(known, 'unsubscribed', { detail: { source }, suppress, isTold: true });
  }

  /** `isTold`: clients are to hear of it. */
  async marked(
    mailId: number,
    kind: 'opened' | 'clicked',
    {
      detail,
      isTold,
      link,
    }: { readonly detail: object; readonly isTold: boolean; readonly link?: string | undefined },
  ): Promise<Feedback> {
    const known = await this.#find(mailId);
    if (known === undefined) return 'no effect';
    const before = known.facts.filter((fact) => fact.kind === kind);
    return before.length < marksMax
      ? this.#mark(known, kind, { detail, isTold, link })
      : 'no effect';
  }

  async #find(mailId: number): Promise<Known | undefined> {
    const { emails } = this.#ports;
    const [email, mail] = await Promise.all([
      emails.findEmail(emailIdOf(mailId)),
      emails.findMail(mailId),
    ]);
    if (email === undefined || mail === undefined) return undefined;
    return { email, mail, facts: await emails.factsOf(mailId) };
  }

  async #suppressLate(
    { accountId, stream, address }: LastingSubscription,
    source: 'link' | 'mail',
  ): Promise<Feedback> {
    const why = { accountId, stream, reason: 'unsubscribe', source } as const;
    await this.#ports.suppressions.add({ ...why, address: suppressedForm(address) });
    return 'noted';
  }

  async #suppression(
    { email, mail }: Known,
    why: Pick<NewSuppression, 'stream' | 'reason' | 'source'>,
  ): Promise<NewSuppression | undefined> {
    if (simulated.test(mail.address)) return undefined;
    const isRefusal = why.reason === 'hard' || why.reason === 'soft';
    // A test teaches nothing about an address; that its owner wants no more mail holds all the same.
    if (isRefusal && (email.test || email.sandbox)) return undefined;
    const { accountId } = email;
    const address = suppressedForm(mail.address);
    return this.#ports.suppressions.tell({ ...why, accountId, address });
  }

  async #change(
    { email, mail }: Known,
    change: {
      readonly kind: 'bounced' | 'complained';
      readonly reason: MailReason | null;
      readonly detail: object;
      readonly suppress: NewSuppression | undefined;
    },
  ): Promise<Feedback> {
    const { kind, reason, detail, suppress } = change;
    const { id: mailId, address } = mail;
    const atMs = this.#ports.clock.nowMs();
    const events = await this.#ports.events({ email, mailId, address, kind, atMs, reason });
    const fact = { mailId, atMs, detail, suppress, events };
    const [noted] = await this.#ports.record([{ ...fact, kind, from: takenStates }]);
    return noted === true ? 'noted' : 'no effect';
  }

  async #mark(
    { email, mail }: Known,
    kind: MailMark,
    {
      detail,
      isTold,
      suppress,
      link,
    }: {
      readonly detail: object;
      readonly isTold: boolean;
      readonly link?: string | undefined;
      readonly suppress?: NewSuppression | undefined;
    },
  ): Promise<Feedback> {
    const { id: mailId, address } = mail;
    const atMs = this.#ports.clock.nowMs();
    const told = { email, mailId, address, kind, atMs, reason: null, link };
    const events = isTold ? await this.#ports.events(told) : [];
    const [noted] = await this.#ports.record([{ mailId, atMs, kind, detail, suppress, events }]);
    return noted === true ? 'noted' : 'no effect';
  }
}

/** When the mail was sent; `over`: nothing comes after what has become of it. */
function sentAt({ facts }: Known): number | 'over' | undefined {
  if (facts.some(({ kind }) => ended.has(kind))) return 'over';
  return facts.find(({ kind }) => isTaken(kind))?.atMs;
}
