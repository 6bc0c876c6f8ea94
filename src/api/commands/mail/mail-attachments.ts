/** Files that go with an email, in base64. */
import type { Fields } from '#api/parameters/fields.ts';
import { readList } from '#api/parameters/list.ts';
import { startOf, type Value } from '#api/parameters/value.ts';
import type { Attachment } from '#mail/message/email-content.ts';
import { hasControl, isObject, member } from './mail-fields.ts';

const attachmentsMax = 3;
const attachmentBytesMax = 5 * 1_024 * 1_024;
const filenameCharactersMax = 200;
const contentIdCharactersMax = 200;

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

export function readAttachments(fields: Fields): readonly Attachment[] {
  const list = readList(fields.value('attachments')) ?? [];
  if (list.length > attachmentsMax) {
    fields.refuse('too many attachments', 'attachments', { max: attachmentsMax });
    return [];
  }
  const read = list.flatMap((value, index) => readAttachment(value, index + 1, fields) ?? []);
  refuseEqualIds(read, fields);
  return read;
}

/** A mailbox would show one of them for both. */
function refuseEqualIds(attachments: readonly Attachment[], fields: Fields): void {
  const ids = attachments.flatMap(({ contentId }) => contentId ?? []);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    fields.refuse('content id is there twice', 'attachments', { contentId: twice });
  }
}

function readAttachment(value: Value, place: number, fields: Fields): Attachment | undefined {
  const malformed = (): undefined =>
    fields.refuse('attachment is malformed', 'attachments', { place });
  if (!isObject(value)) return malformed();
  const content = member(value, 'base64Content');
  const contentType = readType(member(value, 'contentType'));
  if (typeof content !== 'string' || contentType === undefined) return malformed();
  const filename = readFilename(member(value, 'filename'), fields);
  if (filename === undefined) return undefined;
  const extension = refusedExtension(filename, contentType);
  if (extension !== undefined) {
    return fields.refuse('attachment is refused', 'attachments', { place, extension });
  }
  // What is far too large is not even looked through.
  const isLong = content.length > attachmentBytesMax * 1.5;
  const bytes = isLong ? undefined : readBase64(content);
  if (isLong || (bytes !== undefined && bytes.length > attachmentBytesMax)) {
    const details = { place, max: attachmentBytesMax };
    return fields.refuse('attachment is too large', 'attachments', details);
  }
  const contentId = readContentId(member(value, 'contentId'), place, fields);
  if (bytes === undefined) return malformed();
  return { filename, contentType, bytes, ...(contentId !== undefined && { contentId }) };
}

/** As the html names it behind `cid:`, or between the angles of the header. RFC 2392 §2. */
function readContentId(
  value: Value | undefined,
  place: number,
  fields: Fields,
): string | undefined {
  if (value === undefined || value === '') return undefined;
  const written = typeof value === 'number' ? String(value) : value;
  const id = typeof written === 'string' ? written.replace(/^<(?<id>.*)>$/, '$<id>') : '';
  if (/^[\x21-\x7e]+$/.test(id) && !/[<>]/.test(id) && id.length <= contentIdCharactersMax)
    return id;
  return fields.refuse('content id is malformed', 'attachments', {
    place,
    max: contentIdCharactersMax,
  });
}

function readFilename(value: Value | undefined, fields: Fields): string | undefined {
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const field = 'attachments';
  if (hasControl(written)) {
    return fields.refuse('value has a control character', field, { name: 'filename' });
  }
  const name = written.toWellFormed().trim();
  if (name.length > filenameCharactersMax) {
    const details = { name: 'filename', max: filenameCharactersMax };
    return fields.refuse('value is too long', field, details);
  }
  return name === '' ? 'attachment' : name;
}

/** RFC 2045 §5.1: two tokens with a stroke between them, and parameters. */
function readType(value: Value | undefined): string | undefined {
  if (value === undefined || value === '') return 'application/octet-stream';
  const type = typeof value === 'string' && !hasControl(value) ? value.trim() : '';
  const isType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(type);
  return isType && type.length <= 200 ? type : undefined;
}

function refusedExtension(filename: string, contentType: string): string | undefined {
  const written = /\.(?<extension>[^.]+?)[.\s]*$/.exec(filename)?.groups?.['extension'] ?? '';
  const extension = startOf(written).toLowerCase();
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
