/** Emails whose copies are being sent: read and prepared once, kept as long as their octets fit. */
import type { Email, StoredContent } from '../email.ts';
import { composeBody, type EmailBody, type TextMaker } from '../message/compose.ts';
import type { EmailContent } from '../message/email-content.ts';
import type { EmailStore } from '../sending/email-store.ts';

export type PreparedEmail = {
  readonly email: Email;
  readonly content: EmailContent;
  readonly body: EmailBody;
};

export type EmailCachePorts = {
  readonly emails: Pick<EmailStore, 'findEmail' | 'findContent' | 'keepMadeText' | 'readBlob'>;
  readonly makeText: TextMaker;
  /** Adds what leads back here: links to unsubscribe, to read online, to follow. */
  readonly link: (email: Email, content: EmailContent) => EmailContent;
};

/** Octets of all that is kept. */
const bytesMax = 64 * 1_024 * 1_024;

type Kept = { readonly made: Promise<PreparedEmail | undefined>; bytes: number };

export class EmailCache {
  readonly #ports: EmailCachePorts;
  /** The one that was used longest ago first. */
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;

  constructor(ports: EmailCachePorts) {
    this.#ports = ports;
  }

  /** Undefined: it is gone. */
  find(emailId: number): Promise<PreparedEmail | undefined> {
    const known = this.#kept.get(emailId);
    if (known !== undefined) {
      this.#kept.delete(emailId);
      this.#kept.set(emailId, known);
      return known.made;
    }
    const kept: Kept = { made: this.#prepare(emailId), bytes: 0 };
    this.#kept.set(emailId, kept);
    void this.#weigh(emailId, kept);
    return kept.made;
  }

  async #weigh(emailId: number, kept: Kept): Promise<void> {
    try {
      const prepared = await kept.made;
      if (prepared === undefined) return void this.#kept.delete(emailId);
      kept.bytes = weightOf(prepared);
      this.#bytes += kept.bytes;
      this.#trim(emailId);
    } catch {
      // The caller hears it; the next one reads again.
      this.#kept.delete(emailId);
    }
  }

  #trim(newest: number): void {
    for (const [emailId, { bytes }] of this.#kept) {
      if (this.#bytes <= bytesMax) return;
      if (emailId === newest || bytes === 0) continue;
      this.#kept.delete(emailId);
      this.#bytes -= bytes;
    }
  }

  async #prepare(emailId: number): Promise<PreparedEmail | undefined> {
    const { emails, link, makeText } = this.#ports;
    const email = await emails.findEmail(emailId);
    const stored = email && (await emails.findContent(email.contentHash));
    if (email === undefined || stored === undefined) return undefined;
    const attachments = await this.#attachments(stored);
    if (attachments === undefined) return undefined;
    const content = link(email, contentOf(email, stored, attachments));
    // A page that is converted in time today may not be tomorrow, and a signed body never changes.
    const makeOnce = async (html: string): Promise<string> =>
      stored.madeText ?? emails.keepMadeText(stored.hash, await makeText(html));
    return { email, content, body: await composeBody(content, makeOnce) };
  }

  async #attachments({ attachments }: StoredContent) {
    const read = await Promise.all(
      attachments.map(async ({ blob, ...attachment }) => {
        const bytes = await this.#ports.emails.readBlob(blob);
        return bytes && { ...attachment, bytes };
      }),
    );
    const whole = read.filter((one) => one !== undefined);
    return whole.length === read.length ? whole : undefined;
  }
}

/** What accept has fixed, so that each attempt makes the same octets. */
function contentOf(
  email: Email,
  { subject, html, text }: StoredContent,
  attachments: EmailContent['attachments'],
): EmailContent {
  const { id, from, replyTo, copies, headers, variables, acceptedAtMs, scheduledAtMs, tag } = email;
  return {
    emailId: id,
    from,
    replyTo: replyTo ?? undefined,
    cc: copies?.cc,
    subject,
    html,
    text: text ?? undefined,
    attachments,
    headers,
    variables,
    // An old Date is taken for a sign of spam.
    dateMs: Math.max(acceptedAtMs, scheduledAtMs ?? 0),
    feedback: { account: email.accountId, tag },
    autoSubmitted: email.notice !== null,
  };
}

function weightOf({ content, body }: PreparedEmail): number {
  const attached = content.attachments.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return attached + body.size + 2 * content.html.length + 1_024;
}
