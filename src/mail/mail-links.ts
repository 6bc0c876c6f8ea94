/** What the links in our mails do, no matter who follows them: unsubscribing, reading online, telling of a visit. */

import type { Clock } from '#core/clock.ts';
import { emailIdOf } from '#model/ids.ts';
import { isTaken } from '#model/mail-state.ts';
import type { MailFeedback } from './mail-feedback.ts';
import { systemWords } from './message/system-words.ts';
import { compileTemplate, fillTemplate } from './message/template.ts';
import type { EmailStore } from './sending/email-store.ts';
import type { MailTokens } from './tokens.ts';
import { readerOf, type Visit } from './tracking/reader.ts';
import type { TrackedLinks } from './tracking/tracked-links.ts';

export type MailLinksPorts = {
  readonly tokens: MailTokens;
  readonly links: TrackedLinks;
  readonly emails: Pick<EmailStore, 'findEmail' | 'findMail' | 'findContent' | 'factsOf'>;
  readonly feedback: Pick<MailFeedback, 'unsubscribed' | 'marked'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

/** What a page for unsubscribing says. */
export type Subscription = {
  readonly address: string;
  /** Empty where the mail is forgotten. */
  readonly sender: string;
  /** '' is all mail. */
  readonly stream: string;
};

/** `gone`: the mail was ours, and is forgotten. */
type Found<Value> = Value | 'gone' | undefined;

export class MailLinks {
  readonly #ports: MailLinksPorts;

  constructor(ports: MailLinksPorts) {
    this.#ports = ports;
  }

  async subscriptionOf(token: string): Promise<Found<Subscription>> {
    const read = this.#readToken(token);
    if (read === undefined) return undefined;
    const found = await this.#find(read.mailId);
    if (found === undefined) {
      if (read.lasting === undefined) return 'gone';
      const { address, stream } = read.lasting;
      return { address, stream, sender: '' };
    }
    const { email, mail } = found;
    const { name = '', address: from } = email.from;
    return {
      address: mail.address,
      sender: name === '' ? from : `${name} (${from})`,
      stream: email.stream ?? '',
    };
  }

  /** Undefined: the token is none of ours. Asked again it is done again. */
  async unsubscribe(token: string): Promise<Found<'done'>> {
    const read = this.#readToken(token);
    if (read === undefined) return undefined;
    const { mailId, lasting } = read;
    if (lasting === undefined && (await this.#find(mailId)) === undefined) return 'gone';
    await this.#ports.feedback.unsubscribed(mailId, 'link', lasting);
    return 'done';
  }

  /** Of a link of either kind: the long one tells all that is needed by itself. */
  #readToken(token: string) {
    const { tokens } = this.#ports;
    const mailId = tokens.readToken('unsubscribe', token);
    if (mailId !== undefined) return { mailId, lasting: undefined };
    const lasting = tokens.openSubscription(token);
    return lasting && { mailId: lasting.mailId, lasting };
  }

  /** The html of a copy, as its recipient got it. */
  async readOnline(token: string): Promise<Found<{ readonly html: string }>> {
    const { tokens, emails } = this.#ports;
    const mailId = tokens.readToken('read-online', token);
    if (mailId === undefined) return undefined;
    const found = await this.#find(mailId);
    const content = found && (await emails.findContent(found.email.contentHash));
    if (found === undefined || content === undefined) return 'gone';
    const { email, mail } = found;
    const places = { unsubscribe: { https: '/u/{token}' }, readOnline: '/r/{token}' };
    const { address } = mail;
    const words = systemWords(places, { tokens, mailId, address });
    const tables = [words, mail.variables ?? {}, email.variables];
    return { html: fillTemplate(compileTemplate(content.html, 'html'), tables) };
  }

  /** Where a link leads; undefined for what was not written here. */
  async follow(path: string, visit: Omit<Visit, 'sinceSentMs'>): Promise<string | undefined> {
    const link = this.#ports.links.readLink(path);
    if (link === undefined) return undefined;
    await this.#tell(link.mailId, 'clicked', { visit, detail: { url: link.url } });
    return link.url;
  }

  /** False: nobody has given out such a picture. */
  async look(path: string, visit: Omit<Visit, 'sinceSentMs'>): Promise<boolean> {
    const mailId = this.#ports.links.readPixel(path);
    if (mailId !== undefined) await this.#tell(mailId, 'opened', { visit, detail: {} });
    return mailId !== undefined;
  }

  /** Clients hear of people alone, and of their providers' servers. */
  async #tell(
    mailId: number,
    kind: 'opened' | 'clicked',
    {
      visit,
      detail,
    }: { readonly visit: Omit<Visit, 'sinceSentMs'>; readonly detail: { readonly url?: string } },
  ): Promise<void> {
    const { emails, clock, feedback } = this.#ports;
    const sent = (await emails.factsOf(mailId)).find(({ kind: stood }) => isTaken(stood));
    const sinceSentMs = sent === undefined ? undefined : clock.nowMs() - sent.atMs;
    const by = readerOf({ ...visit, sinceSentMs });
    await feedback.marked(mailId, kind, {
      detail: { ...detail, by },
      isTold: by !== 'machine',
      link: detail.url,
    });
  }

  async #find(mailId: number) {
    const { emails } = this.#ports;
    const [email, mail] = await Promise.all([
      emails.findEmail(emailIdOf(mailId)),
      emails.findMail(mailId),
    ]);
    return email === undefined || mail === undefined ? undefined : { email, mail };
  }
}
