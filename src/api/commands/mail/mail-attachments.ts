/** Files that go with an email, in base64. */
import type { Fields } from '#api/parameters/fields.ts';
import { readList } from '#api/parameters/list.ts';
import type { Value, Values } from '#api/parameters/value.ts';
import type { Attachment } from '#mail/message/email-content.ts';
import { attachmentsMax, readAttachment, type WrittenFile } from '#mail/sending/asked-email.ts';
import { isObject, member } from './mail-fields.ts';

const contentIdCharactersMax = 200;

export function readAttachments(fields: Fields): readonly Attachment[] {
  const list = readList(fields.value('attachments')) ?? [];
  if (list.length > attachmentsMax) {
    fields.refuse('too many attachments', 'attachments', { max: attachmentsMax });
    return [];
  }
  const read = list.flatMap((value, index) => readOne(value, index + 1, fields) ?? []);
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

function readOne(value: Value, place: number, fields: Fields): Attachment | undefined {
  const file = isObject(value) ? writtenFile(value) : undefined;
  if (!isObject(value) || file === undefined) {
    return fields.refuse('attachment is malformed', 'attachments', { place });
  }
  const read = fields.taken(readAttachment(file, place), 'attachments');
  const contentId = readContentId(member(value, 'contentId'), place, fields);
  return read && { ...read, ...(contentId !== undefined && { contentId }) };
}

function writtenFile(value: Values): WrittenFile | undefined {
  const content = member(value, 'base64Content');
  const contentType = member(value, 'contentType') ?? '';
  if (typeof content !== 'string' || typeof contentType !== 'string') return undefined;
  return { filename: textOf(member(value, 'filename')), contentType, content };
}

/** As the html names it behind `cid:`, or between the angles of the header. RFC 2392 §2. */
function readContentId(value: Value | undefined, place: number, fields: Fields) {
  if (value === undefined || value === '') return undefined;
  const id = textOf(value).replace(/^<(?<id>.*)>$/, '$<id>');
  if (/^[\x21-\x7e]+$/.test(id) && !/[<>]/.test(id) && id.length <= contentIdCharactersMax)
    return id;
  return fields.refuse('content id is malformed', 'attachments', {
    place,
    max: contentIdCharactersMax,
  });
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
