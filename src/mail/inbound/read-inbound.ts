/**
 * What a mail from outside is: a report of a delivery, a complaint, an automatic answer, or somebody's
 * letter. Anybody can write anything here: it is read within bounds, and what does not read is `unclear`.
 */
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { MailReason } from '../mail-fact.ts';
import { readBounceText } from './bounce-text.ts';
import { type ComplaintReport, readComplaint } from './complaint-report.ts';
import { type DeliveryReport, readDeliveryStatus } from './delivery-report.ts';

export type InboundMail = {
  /** As people read it, for the log. */
  readonly from: string;
  readonly subject: string;
  /** Message-IDs of what is returned or reported, without brackets. */
  readonly about: readonly string[];
  readonly content: InboundContent;
};

export type InboundContent =
  | { readonly kind: 'reports'; readonly reports: readonly DeliveryReport[] }
  | { readonly kind: 'bounce'; readonly reason: MailReason }
  | { readonly kind: 'complaint'; readonly complaint: ComplaintReport }
  /** From a server, and it cannot be told what it says. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'automatic' }
  | { readonly kind: 'letter' };

/** The library keeps each line apart, at 8 µs of the event loop. What a mail is stands at its beginning. */
const bytesMax = 1_048_576;
const linesMax = 2_000;
const partsMax = 100;
const bounds = { maxNestingDepth: 10, maxHeadersSize: 65_536 };
const textMax = 65_536;
const aboutMax = 10;

export async function readInboundMail(octets: Uint8Array, sender: string): Promise<InboundMail> {
  const mail = await parse(boundedOctets(octets));
  if (mail === undefined || mail.attachments.length > partsMax) {
    return { from: '', subject: '', about: [], content: { kind: 'unclear' } };
  }
  return {
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    about: idsAbout(mail),
    content: contentOf(mail, sender),
  };
}

function boundedOctets(octets: Uint8Array): Uint8Array {
  const looked = octets.subarray(0, bytesMax);
  let at = -1;
  for (let line = 0; line < linesMax; line += 1) {
    at = looked.indexOf(0x0a, at + 1);
    if (at === -1) return looked;
  }
  return looked.subarray(0, at);
}

/** What goes beyond the bounds is thrown by the library, and is nothing to us. */
async function parse(octets: Uint8Array): Promise<Email | undefined> {
  try {
    const options = { forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
    return await PostalMime.parse(octets, { ...bounds, ...options });
  } catch {
    return undefined;
  }
}

function contentOf(mail: Email, sender: string): InboundContent {
  const feedback = partOf(mail, /^message\/feedback-report$/);
  if (feedback !== undefined) {
    const complaint = readComplaint(textOf(feedback));
    return complaint === undefined ? { kind: 'unclear' } : { kind: 'complaint', complaint };
  }
  // RFC 6533 §3: message/global-delivery-status.
  const status = partOf(mail, /^message\/(?:global-)?delivery-status$/);
  const reports = status === undefined ? [] : readDeliveryStatus(textOf(status));
  if (reports.length > 0) return { kind: 'reports', reports };
  if (isFromServer(mail, sender)) {
    const reason = readBounceText((mail.text ?? '').slice(0, textMax));
    return reason === undefined ? { kind: 'unclear' } : { kind: 'bounce', reason };
  }
  return { kind: isAutomatic(mail) ? 'automatic' : 'letter' };
}

function partOf({ attachments }: Email, type: RegExp): Attachment | undefined {
  return attachments.find(({ mimeType }) => type.test(mimeType.toLowerCase()));
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();
}

/** RFC 5321 §4.5.5: a notification has the null reverse-path. But so have many automatic answers. */
function isFromServer(mail: Email, sender: string): boolean {
  const isDaemon = /^(?:mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '');
  return isDaemon || (sender === '' && !isAutomatic(mail));
}

/** RFC 3834 §5, and what was there before it. */
function isAutomatic(mail: Email): boolean {
  const field = (name: string): string => {
    const { value } = mail.headers.find(({ key }) => key === name) ?? {};
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  const submitted = field('auto-submitted');
  return (
    (submitted !== '' && submitted !== 'no') ||
    field('x-autoreply') !== '' ||
    field('x-autorespond') !== '' ||
    /^(?:auto_reply|bulk|junk|list)$/.test(field('precedence')) ||
    /^(?:out of (?:the )?management|automatic reply|auto:|absence|réponse automatique|abwesenheit)/i.test(
      mail.subject ?? '',
    )
  );
}

/** Of the mail that is returned, whole or its header; some servers quote it in the text alone. */
function idsAbout(mail: Email): readonly string[] {
  const returned = partOf(
    mail,
    /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers|message\/global-headers)$/,
  );
  const text = returned === undefined ? (mail.text ?? '').slice(0, textMax) : textOf(returned);
  const fields = text.slice(0, textMax).matchAll(/^message-id:\s*<([^<>\s]{1,250})>/gim);
  return [...fields].slice(0, aboutMax).map(([, id = '']) => id);
}
