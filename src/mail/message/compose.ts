/**
 * From what an email says to the octets of each copy. Neither clock nor chance: every attempt makes the
 * same octets, so a second copy of a mail in doubt is recognised by its Message-ID.
 */
import { domainOf } from '#core/email-address.ts';
import { relaxedBodyHash } from '../dkim/relaxed.ts';
import type { MailTokens } from '../tokens.ts';
import { type ComposedMail, type HeaderField, headerField, headOf } from './composed-mail.ts';
import type {
  EmailContent,
  Mailbox,
  MailCopy,
  UnsubscribeLinks,
  Variables,
} from './email-content.ts';
import { writeUnstructured } from './header-text.ts';
import { asciiDomainAddress, writeMailbox, writeMailboxes } from './mailbox-text.ts';
import { type BodyFrame, fillBody, frameBody } from './mime-body.ts';
import { fillToken, pageToken, systemWords } from './system-words.ts';
import { compileTemplate, fillTemplate, isFixed, type Template } from './template.ts';

/** What is made once per email, for the caller to keep as long as its memory allows. */
export type EmailBody = {
  /** Octets it holds, for the caller's bound. */
  readonly size: number;
  /** The A-label domain of From. */
  readonly domain: string;
  /** Fields that are the same in each copy, before and behind the copy's own. */
  readonly first: readonly HeaderField[];
  /** Behind To, where the email has one. */
  readonly cc: readonly HeaderField[];
  readonly last: readonly HeaderField[];
  readonly subject: Template;
  readonly text: Template;
  readonly html: Template;
  readonly frame: BodyFrame;
  /** Where nothing in it is the recipient's own. */
  readonly fixed: FilledBody | undefined;
};

type FilledBody = { readonly chunks: readonly Buffer[]; readonly hash: string };

/** From html to the text part; bounded by its caller, and the same each time. */
export type TextMaker = (html: string) => Promise<string>;

export async function composeBody(content: EmailContent, makeText: TextMaker): Promise<EmailBody> {
  const frame = frameBody(content.emailId, content.attachments);
  const html = compileTemplate(content.html, 'html');
  const text = compileTemplate(content.text ?? (await makeText(content.html)), 'text');
  const isAlike = isFixed(html) && isFixed(text) && content.finishHtml === undefined;
  const fixed = isAlike
    ? filledBody(frame, fillTemplate(text, []), fillTemplate(html, []))
    : undefined;
  return {
    domain: asciiDomain(content.from),
    first: firstFields(content),
    cc: ccField(content),
    last: lastFields(content, frame),
    subject: compileTemplate(content.subject, 'text'),
    text,
    html,
    frame,
    fixed,
    size: sizeOf(fixed?.chunks ?? frame.rest) + charactersOf(html) + charactersOf(text),
  };
}

type CopyNeeds = {
  readonly content: EmailContent;
  readonly body: EmailBody;
  readonly tokens: MailTokens;
};

export function composeMail({ content, body, tokens }: CopyNeeds, copy: MailCopy): ComposedMail {
  const tokensOf = { tokens, mailId: copy.mailId, address: copy.to.address };
  const words = systemWords(content, tokensOf);
  const tables = [words, copy.variables, content.variables];
  const filled = body.fixed ?? fillCopy({ content, body, tables }, copy);
  const messageId = `${tokens.makeToken('bounce', copy.mailId)}@${body.domain}`;
  const head = [
    ...body.first,
    headerField(writeMailbox('To', copy.shownTo ?? copy.to)),
    ...body.cc,
    headerField(writeUnstructured('Subject', fillTemplate(body.subject, tables))),
    headerField(`Message-ID: <${messageId}>`),
    ...unsubscribeFields(content, tokensOf),
    ...body.last,
  ];
  const { from, replyTo, cc = [] } = content;
  const addresses = [from, replyTo, copy.to, copy.shownTo, ...cc];
  return {
    messageId,
    domain: body.domain,
    head,
    body: filled.chunks,
    bodyHash: filled.hash,
    needsSmtpUtf8: addresses.some((mailbox) => mailbox !== undefined && hasUnicodeLocal(mailbox)),
    size: Buffer.byteLength(headOf({ head })) + sizeOf(filled.chunks),
  };
}

function fillCopy(
  { content, body, tables }: Pick<CopyNeeds, 'content' | 'body'> & { tables: readonly Variables[] },
  { mailId }: MailCopy,
): FilledBody {
  const html = fillTemplate(body.html, tables);
  const finished = content.finishHtml?.(html, mailId) ?? html;
  return filledBody(body.frame, fillTemplate(body.text, tables), finished);
}

function filledBody(frame: BodyFrame, text: string, html: string): FilledBody {
  const chunks = fillBody(frame, text, html);
  return { chunks, hash: relaxedBodyHash(chunks) };
}

function firstFields(content: EmailContent): readonly HeaderField[] {
  const replyTo = content.replyTo === undefined ? [] : [writeMailbox('Reply-To', content.replyTo)];
  const date = `Date: ${writeDate(content.dateMs)}`;
  return [date, writeMailbox('From', content.from), ...replyTo].map(headerField);
}

function ccField({ cc = [] }: EmailContent): readonly HeaderField[] {
  return cc.length === 0 ? [] : [headerField(writeMailboxes('Cc', cc))];
}

function lastFields(content: EmailContent, frame: BodyFrame): readonly HeaderField[] {
  const given = content.headers.map(({ name, value }) => writeUnstructured(name, value));
  const ours = [
    ...(content.autoSubmitted === true ? ['Auto-Submitted: auto-generated'] : []),
    ...(content.feedback === undefined ? [] : [`Feedback-ID: ${feedbackId(content.feedback)}`]),
  ].filter((field) => !isGiven(content, field.slice(0, field.indexOf(':'))));
  const mime = ['MIME-Version: 1.0', `Content-Type: ${frame.contentType}`];
  return [...ours, ...given, ...mime].map(headerField);
}

/** A caller's own field stands in place of ours. */
function isGiven({ headers }: EmailContent, name: string): boolean {
  return headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
}

/** RFC 5322 §3.3, in UTC. */
function writeDate(dateMs: number): string {
  return new Date(dateMs).toUTCString().replace('GMT', '+0000');
}

/** Colons part its four places, of which the last names the sender of them all. */
function feedbackId({ account, tag = '' }: NonNullable<EmailContent['feedback']>): string {
  return `${tag.replace(/[^A-Za-z0-9_.-]/g, '_')}:${account}:mail:parley`;
}

/** RFC 2369 §3.2, and RFC 8058 §3.1 where there is a page to post to. */
function unsubscribeFields(content: EmailContent, copy: Parameters<typeof pageToken>[1]) {
  const links: UnsubscribeLinks = content.unsubscribe ?? {};
  const mailToken = (): string => copy.tokens.makeToken('unsubscribe', copy.mailId);
  if (isGiven(content, 'List-Unsubscribe')) return [];
  const written = [
    ...(links.https === undefined ? [] : [`<${fillToken(links.https, pageToken(content, copy))}>`]),
    ...(links.mailto === undefined ? [] : [`<mailto:${fillToken(links.mailto, mailToken())}>`]),
  ];
  if (written.length === 0) return [];
  const list = headerField(`List-Unsubscribe: ${written.join(',\r\n ')}`);
  const post = headerField('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  return links.https === undefined ? [list] : [list, post];
}

function asciiDomain({ address }: Mailbox): string {
  return domainOf(asciiDomainAddress(address)).toLowerCase();
}

function hasUnicodeLocal({ address }: Mailbox): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** As the engine holds them: an octet each, or two where one of them needs it. */
function charactersOf({ texts }: Template): number {
  return texts.reduce((sum, { length }) => sum + 2 * length, 0);
}
