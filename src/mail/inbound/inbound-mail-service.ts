/**
 * What becomes of mail from outside. It is no relay: only addresses that were given out are taken, and
 * what is taken is understood, noted, and gone. 250 is said after the commit.
 */
import { unreachable } from '#core/assert.ts';
import type { Log } from '#core/log.ts';
import { wideNetworkOf } from '#core/network.ts';
import type { Feedback, MailFeedback } from '../mail-feedback.ts';
import {
  type Answer,
  type ArrivedMail,
  type Dialogue,
  type MailHandler,
  refuse,
  take,
} from '../smtp/mail-listener.ts';
import { type AddressPorts, type InboundAddress, readInboundAddress } from './inbound-address.ts';
import type { NewLetter } from './letter.ts';
import type { InboundContent, InboundMail } from './read-inbound.ts';

export type InboundPorts = AddressPorts & {
  /** Undefined: it could not be read now. */
  readonly read: (octets: Uint8Array, sender: string) => Promise<InboundMail | undefined>;
  readonly feedback: Pick<MailFeedback, 'bounced' | 'complained' | 'unsubscribed'>;
  /** For people: letters to postmaster and abuse. */
  readonly keep: (letter: Omit<NewLetter, 'receivedAtMs'>) => Promise<void>;
  readonly log: Log;
};

export class InboundMailService implements MailHandler {
  readonly #ports: InboundPorts;

  constructor(ports: InboundPorts) {
    this.#ports = ports;
  }

  /** For what comes in otherwise than by SMTP: false where it is to come again. */
  async takeReport(to: string, octets: Uint8Array): Promise<boolean> {
    const isThere = (await readInboundAddress(to, this.#ports)) !== undefined;
    if (!isThere) return true;
    const mail = { octets, size: octets.length, hasBareLineEnd: false };
    const peer = { address: '', helloName: '', isSecure: false, transcript: '' };
    const dialogue = { ...peer, sender: '', recipients: [to] };
    return (await this.mail(mail, dialogue)).do === 'take';
  }

  connected(): Answer {
    return take;
  }

  sender(): Answer {
    return take;
  }

  async recipient(recipient: string): Promise<Answer> {
    const address = await readInboundAddress(recipient, this.#ports);
    return address === undefined ? refuse(550, '5.1.1 No such mailbox here') : take;
  }

  async mail({ octets, hasBareLineEnd }: ArrivedMail, dialogue: Dialogue): Promise<Answer> {
    // Another server may see two mails in these octets, the second of which it would take for ours.
    if (hasBareLineEnd) return refuse(550, '5.6.0 A CR or LF stands alone, see RFC 5321 2.3.8');
    const { sender, recipients } = dialogue;
    const mail = await this.#ports.read(octets, sender);
    if (mail === undefined) return refuse(451, '4.3.0 Could not be read now, try again later');
    const heard: Feedback[] = [];
    for (const recipient of recipients) {
      const address = await readInboundAddress(recipient, this.#ports);
      if (address === undefined) continue;
      heard.push(...(await this.#hear(address, mail)));
      if (address.kind === 'people') await this.#keep(mail, { octets, sender, recipients });
    }
    const { log } = this.#ports;
    log.info('mail.received', {
      network: wideNetworkOf(dialogue.address),
      tls: dialogue.isSecure,
      content: mail.content.kind,
      recipients: recipients.length,
      heard,
    });
    return heard.includes('too early') ? refuse(451, '4.3.0 Try again later') : take;
  }

  /** What came to a mail's return path is about that mail, whatever it says. */
  async #hear(address: InboundAddress, mail: InboundMail): Promise<readonly Feedback[]> {
    const { content } = mail;
    switch (address.kind) {
      case 'bounce':
        return [await this.#tell(address.mailId, content)];
      case 'unsubscribe':
        // A server that writes there wants nothing; a person's program may call itself automatic.
        return content.kind === 'letter' || content.kind === 'automatic'
          ? [await this.#ports.feedback.unsubscribed(address.mailId, 'mail')]
          : ['no effect'];
      case 'feedback':
      case 'people':
        return Promise.all(this.#mailsAbout(mail).map((mailId) => this.#tell(mailId, content)));
      default:
        return unreachable(address);
    }
  }

  async #tell(mailId: number, content: InboundContent): Promise<Feedback> {
    const { feedback } = this.#ports;
    switch (content.kind) {
      case 'reports': {
        const failed = content.reports.find(({ outcome }) => outcome === 'failed');
        return failed === undefined ? 'no effect' : feedback.bounced(mailId, failed.reason);
      }
      case 'bounce':
        return feedback.bounced(mailId, content.reason);
      case 'complaint':
        return content.complaint.type === 'not-spam'
          ? 'no effect'
          : feedback.complained(mailId, content.complaint);
      case 'unclear':
      case 'automatic':
      case 'letter':
        return 'no effect';
      default:
        return unreachable(content);
    }
  }

  /** Our Message-IDs are made of tokens: a report of a mail that we never sent tells nothing. */
  #mailsAbout({ about }: InboundMail): readonly number[] {
    const mails = about.map((id) =>
      this.#ports.tokens.readToken('bounce', id.slice(0, Math.max(0, id.indexOf('@')))),
    );
    return [...new Set(mails.filter((mailId) => mailId !== undefined))];
  }

  async #keep(
    { content, from, subject }: InboundMail,
    letter: Pick<Dialogue, 'sender' | 'recipients'> & Pick<ArrivedMail, 'octets'>,
  ): Promise<void> {
    if (content.kind === 'letter') await this.#ports.keep({ ...letter, from, subject });
  }
}
