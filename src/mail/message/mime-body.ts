/**
 * `mixed( related( alternative( text, html ), inline ), attachments )`, with only the levels that are
 * needed. What all copies share, attachments above all, is coded once per email.
 */
import type { Attachment } from './email-content.ts';
import { fileNameOf, writeDisposition } from './file-name.ts';
import { quotedPrintableMax, writeQuotedPrintable } from './quoted-printable.ts';

/** The multiparts around the texts of an email, and what stands in them beside the texts. */
export type BodyFrame = {
  /** Of the mail's own Content-Type field. */
  readonly contentType: string;
  /** Up to the text part's own header. */
  readonly before: string;
  readonly between: string;
  /** Behind the html part; it ends the body where nothing is attached. */
  readonly after: string;
  /** Whole parts, coded, with the delimiters around them. */
  readonly rest: readonly Buffer[];
};

/**
 * The boundary is the email's, so every attempt has the same. `=_` cannot occur in either coding, and no
 * level's boundary begins like another's, which some readers would take for it.
 */
function boundaryOf(level: 'a' | 'r' | 'm', emailId: number): string {
  return `=_${level}${emailId}`;
}

export function frameBody(emailId: number, attachments: readonly Attachment[]): BodyFrame {
  const inline = attachments.filter(({ contentId }) => contentId !== undefined);
  const attached = attachments.filter(({ contentId }) => contentId === undefined);
  const inner = boundaryOf('a', emailId);
  const alternative: BodyFrame = {
    contentType: multipart('alternative', inner),
    before: `--${inner}\r\n`,
    between: `\r\n--${inner}\r\n`,
    after: `\r\n--${inner}--\r\n`,
    rest: [],
  };
  const related = around(alternative, inline, {
    boundary: boundaryOf('r', emailId),
    type: 'related; type="multipart/alternative"',
  });
  return around(related, attached, { boundary: boundaryOf('m', emailId), type: 'mixed' });
}

type Level = { readonly boundary: string; readonly type: string };

function around(frame: BodyFrame, attachments: readonly Attachment[], { boundary, type }: Level) {
  if (attachments.length === 0) return frame;
  const parts = attachments.map((attachment) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\n${partHeader(attachment)}\r\n`),
      base64Lines(attachment.bytes),
      Buffer.from('\r\n'),
    ]),
  );
  return {
    contentType: multipart(type, boundary),
    before: `--${boundary}\r\nContent-Type: ${frame.contentType}\r\n\r\n${frame.before}`,
    between: frame.between,
    after: frame.after,
    rest: [...frame.rest, ...parts, Buffer.from(`--${boundary}--\r\n`)],
  };
}

function multipart(type: string, boundary: string): string {
  return `multipart/${type};\r\n boundary="${boundary}"`;
}

const mediaType =
  /^(?<type>[A-Za-z0-9!#$&^_.+-]{1,60}\/[A-Za-z0-9!#$&^_.+-]{1,80})\s*(?:;\s*charset="?(?<charset>[A-Za-z0-9_-]{1,40})"?)?/;
const anything = 'application/octet-stream';

function partHeader({ contentType, filename, contentId }: Attachment): string {
  const { type = anything, charset } = mediaType.exec(contentType.trim())?.groups ?? {};
  // RFC 2046 §5.2.1 and §5.1.1: what stands in such a part may not be coded as base64.
  const sent = /^(?:message|multipart)\//i.test(type) ? anything : type;
  const parameter = charset === undefined || sent === anything ? '' : `; charset=${charset}`;
  const kind = contentId === undefined ? 'attachment' : 'inline';
  const id =
    contentId === undefined
      ? ''
      : `Content-ID: <${contentId.replace(/[^\x21-\x7e]|[<>]/gu, '')}>\r\n`;
  return `Content-Type: ${sent}${parameter}\r\n${writeDisposition(kind, fileNameOf(filename, type))}\r\n${id}Content-Transfer-Encoding: base64\r\n`;
}

/** The texts of a copy, or of all copies, between what the email shares. */
export function fillBody(frame: BodyFrame, text: string, html: string): readonly Buffer[] {
  return [writeTexts(frame, Buffer.from(text), Buffer.from(html)), ...frame.rest];
}

/** Bodies are written here and copied out at their true length; larger ones have a buffer of their own. */
const room = Buffer.allocUnsafeSlow(256 * 1_024);
/** Two headers of parts and the delimiters. */
const headersMax = 2_048;

function writeTexts(frame: BodyFrame, text: Buffer, html: Buffer): Buffer {
  const max = quotedPrintableMax(text.length) + quotedPrintableMax(html.length) + headersMax;
  const target = max > room.length ? Buffer.allocUnsafeSlow(max) : room;
  let at = target.write(frame.before, 'latin1');
  at = writeText(target, at, { source: text, type: 'text/plain' });
  at += target.write(frame.between, at, 'latin1');
  at = writeText(target, at, { source: html, type: 'text/html' });
  at += target.write(frame.after, at, 'latin1');
  return Buffer.from(target.subarray(0, at));
}

const headers = { 'text/plain': partHeaders('text/plain'), 'text/html': partHeaders('text/html') };

function partHeaders(type: string): { readonly quoted: string; readonly base64: string } {
  const start = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: `;
  return { quoted: `${start}quoted-printable\r\n\r\n`, base64: `${start}base64\r\n\r\n` };
}

type TextPart = { readonly source: Buffer; readonly type: keyof typeof headers };

/** Whichever coding is shorter. */
function writeText(target: Buffer, start: number, { source, type }: TextPart): number {
  const bodyStart = start + target.write(headers[type].quoted, start, 'latin1');
  const { end, plain } = writeQuotedPrintable(source, target, bodyStart);
  if (end - bodyStart <= base64Length(plain)) return end;
  const base64Start = start + target.write(headers[type].base64, start, 'latin1');
  return base64Start + base64Lines(withCrlf(source)).copy(target, base64Start);
}

/** The same octets that the other coding stands for. */
function withCrlf(source: Buffer): Buffer {
  return Buffer.from(
    source
      .toString()
      .replaceAll('\0', '')
      .replace(/\r\n|\r|\n/g, '\r\n'),
  );
}

/** RFC 2045 §6.8: base64 in lines of 76 characters. */
const lineCharacters = 76;
const lineOctets = 57;
const lineBreak = Buffer.from('\r\n');

/** Octets of the coded form; without a line break behind the last line. */
function base64Length(octets: number): number {
  const breaks = Math.max(Math.ceil(octets / lineOctets) - 1, 0);
  return Math.ceil(octets / 3) * 4 + breaks * lineBreak.length;
}

function base64Lines(octets: Buffer): Buffer {
  const coded = Buffer.from(octets.toString('base64'), 'latin1');
  const lines = Buffer.allocUnsafe(base64Length(octets.length));
  let to = 0;
  for (let from = 0; from < coded.length; from += lineCharacters) {
    if (from > 0) to += lineBreak.copy(lines, to);
    to += coded.copy(lines, to, from, from + lineCharacters);
  }
  return lines;
}
