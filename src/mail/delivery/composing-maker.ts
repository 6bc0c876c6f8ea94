/** Composes and signs what is to leave. A domain that has keys never sends with fewer than two signatures. */
import type { Clock } from '#core/clock.ts';
import { mailIdOf } from '#model/ids.ts';
import { type SigningKeys, signMail } from '../dkim/sign.ts';
import type { Email } from '../email.ts';
import { composeMail } from '../message/compose.ts';
import { unsignedMail } from '../message/composed-mail.ts';
import type { Mailbox } from '../message/email-content.ts';
import type { MailTokens } from '../tokens.ts';
import type { OwedMail } from './delivery-store.ts';
import type { EmailCache } from './email-cache.ts';
import type { MadeMail, MailMaker } from './mail-maker.ts';

/** How a domain signs, and where its bounces go. */
export type SendingDomain =
  | {
      readonly ok: true;
      /** Undefined: it has none, and the server that takes the mail signs. */
      readonly keys: SigningKeys | undefined;
      /** `b.example.com`; undefined: bounces go to the sender's own address. */
      readonly bounceDomain: string | undefined;
    }
  | { readonly ok: false; readonly failure: string };

export type ComposingPorts = {
  readonly emails: Pick<EmailCache, 'find'>;
  readonly tokens: MailTokens;
  readonly domainOf: (domain: string, accountId: number) => SendingDomain;
  readonly clock: Clock;
};

export class ComposingMaker implements MailMaker {
  readonly #ports: ComposingPorts;

  constructor(ports: ComposingPorts) {
    this.#ports = ports;
  }

  async make(mail: OwedMail): Promise<MadeMail> {
    const { emails, tokens, domainOf, clock } = this.#ports;
    const prepared = await emails.find(mail.emailId);
    if (prepared === undefined) {
      return { ok: false, why: 'missing', reason: 'its content is not stored any more' };
    }
    const { mailId, address, name, variables } = mail;
    const to = name === '' ? { address } : { address, name };
    const shownTo = shownToOf(prepared.email, mailId);
    const composed = composeMail({ ...prepared, tokens }, { mailId, to, shownTo, variables });
    const domain = domainOf(composed.domain, mail.accountId);
    if (!domain.ok) return { ok: false, why: 'unsigned', reason: domain.failure };
    const { keys, bounceDomain } = domain;
    const signed =
      keys === undefined
        ? { ok: true as const, mail: unsignedMail(composed) }
        : await signMail(composed, keys, clock.nowMs());
    if (!signed.ok) return { ok: false, why: 'unsigned', reason: signed.failure };
    const token = tokens.makeToken('bounce', mailId);
    return {
      ok: true,
      sender:
        bounceDomain === undefined ? prepared.content.from.address : `b+${token}@${bounceDomain}`,
      recipient: address,
      octets: signed.mail,
      bytes: signed.mail.reduce((sum, { length }) => sum + length, 0),
      needsSmtpUtf8: composed.needsSmtpUtf8,
      fromDomain: composed.domain,
    };
  }
}

/** Undefined: it is to its own recipient. */
function shownToOf({ id, copies }: Email, mailId: number): Mailbox | undefined {
  return copies !== null && mailId >= mailIdOf(id, copies.startAt) ? copies.to : undefined;
}
