/** What an email may ask for, whichever door it comes by: its people, its words and its files. */
import { createHash } from 'node:crypto';
import { type EmailAddress, parseEmailAddress } from '#core/email-address.ts';
import type { Params } from '#core/words.ts';
import type { Attachment } from '../message/email-content.ts';

export const mailRecipientsMax = 500;
export const mailTagCharactersMax = 64;
export const mailBodyBytesMax = 2 * 1_024 * 1_024;
export const attachmentsMax = 3;
export const attachmentBytesMax = 5 * 1_024 * 1_024;

const subjectBytesMax = 998;
const nameCharactersMax = 200;
const filenameCharactersMax = 200;

export type AskedFault =
  | 'value has a control character'
  | 'value is too long'
  | 'value has too many octets'
  | 'attachment is malformed'
  | 'attachment is refused'
  | 'attachment is too large';

/** `params` may name the field otherwise than its door does. */
export type AskedReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: AskedFault; readonly params: Params };

const taken = <Value>(value: Value): AskedReading<Value> => ({ ok: true, value });

const refused = (why: AskedFault, params: Params = {}): AskedReading<never> => ({
  ok: false,
  why,
  params,
});

/** A line end at the end of a value is one in a header, too: it is looked for before anything is trimmed. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Spaces around it are nobody's intent; a line end may be somebody's. */
export function readMailAddress(written: string): EmailAddress | undefined {
  return hasControl(written) ? undefined : parseEmailAddress(written.trim());
}

/** Of a person, in a header. */
export function readMailName(written: string): AskedReading<string> {
  return readLine(written, nameCharactersMax);
}

function readLine(written: string, max: number): AskedReading<string> {
  if (hasControl(written)) return refused('value has a control character');
  const line = written.toWellFormed().trim();
  return line.length > max ? refused('value is too long', { max }) : taken(line);
}

export function readMailSubject(written: string): AskedReading<string> {
  if (/[\r\n\0]/.test(written)) return refused('value has a control character');
  return ofOctets(written.toWellFormed(), subjectBytesMax);
}

/** RFC 5322 has no place for NUL, and half a character is none. */
export function readMailBody(written: string): AskedReading<string> {
  const read = ofOctets(written, mailBodyBytesMax);
  return read.ok ? taken(read.value.toWellFormed().replaceAll('\0', '')) : read;
}

export function ofOctets(text: string, max: number): AskedReading<string> {
  return Buffer.byteLength(text) > max
    ? refused('value has too many octets', { max })
    : taken(text);
}

/** A link for it in the html says that people can unsubscribe, too. */
export function leadsToUnsubscribing(html: string): boolean {
  return /#UNSUBSCRIBE_LINK[|#]/i.test(html);
}

/** What large providers refuse as well: a mail that carries one does not arrive. */
const refusedExtensions = new Set('exe js vbs scr bat cmd com pif jar lnk ps1 msi iso'.split(' '));
const refusedTypes: Readonly<Record<string, string>> = {
  'application/javascript': 'js',
  'application/x-javascript': 'js',
  'text/javascript': 'js',
  'application/java-archive': 'jar',
  'application/x-msdownload': 'exe',
  'application/x-msdos-program': 'exe',
  'application/x-ms-installer': 'msi',
  'application/x-msi': 'msi',
  'application/x-iso9660-image': 'iso',
};

export type WrittenFile = {
  readonly filename: string;
  /** Empty: octets. */
  readonly contentType: string;
  /** In base64. */
  readonly content: string;
};

/** `place` counts from 1. */
export function readAttachment(file: WrittenFile, place: number): AskedReading<Attachment> {
  const contentType = readType(file.contentType);
  if (contentType === undefined) return refused('attachment is malformed', { place });
  const name = readLine(file.filename, filenameCharactersMax);
  if (!name.ok) return refused(name.why, { ...name.params, name: 'filename' });
  const filename = name.value || 'attachment';
  const extension = refusedExtension(filename, contentType);
  if (extension !== undefined) return refused('attachment is refused', { place, extension });
  // What is far too large is not even looked through.
  const isLong = file.content.length > attachmentBytesMax * 1.5;
  const bytes = isLong ? undefined : readBase64(file.content);
  if (isLong || (bytes !== undefined && bytes.length > attachmentBytesMax)) {
    return refused('attachment is too large', { place, max: attachmentBytesMax });
  }
  if (bytes === undefined) return refused('attachment is malformed', { place });
  return taken({ filename, contentType, bytes });
}

/** What two requests must have alike to be one. */
export function fingerprintOfFile({ bytes, ...file }: Attachment): object {
  return { ...file, bytes: createHash('sha256').update(bytes).digest('base64url') };
}

/** RFC 2045 §5.1: two tokens with a stroke between them, and parameters. */
function readType(written: string): string | undefined {
  if (written === '') return 'application/octet-stream';
  const type = hasControl(written) ? '' : written.trim();
  const isType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(type);
  return isType && type.length <= 200 ? type : undefined;
}

/** What is told of an extension that somebody has written. */
const extensionShownMax = 40;

function refusedExtension(filename: string, contentType: string): string | undefined {
  const written = /\.(?<extension>[^.]+?)[.\s]*$/.exec(filename)?.groups?.['extension'] ?? '';
  const extension = written.slice(0, extensionShownMax).toLowerCase();
  if (refusedExtensions.has(extension)) return extension;
  return refusedTypes[(contentType.split(';')[0] ?? '').trim().toLowerCase()];
}

/** White space within is fine, and so is missing padding. */
function readBase64(text: string): Buffer | undefined {
  const tight = /\s/.test(text) ? text.replaceAll(/\s+/g, '') : text;
  const data = tight.replace(/={1,2}$/, '');
  if (data.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(data)) return undefined;
  return Buffer.from(data, 'base64');
}
