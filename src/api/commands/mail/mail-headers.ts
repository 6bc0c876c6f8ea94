/** Headers of the client's own: any but those that we write, or that say who sent what to whom. */
import type { Fields } from '#api/parameters/fields.ts';
import { readList } from '#api/parameters/list.ts';
import { startOf, type Value } from '#api/parameters/value.ts';
import type { EmailRequest } from '#mail/sending/email-request.ts';
import { isObject, member, readObject } from './mail-fields.ts';

type Header = EmailRequest['headers'][number];

const headersMax = 20;
const headerBytesMax = 16_384;

const ours = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'sender',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'feedback-id',
  'auto-submitted',
  'received',
  'return-path',
  'authentication-results',
  'list-unsubscribe-post',
]);
const oursAll = /^(?:content|dkim|arc|resent)-/;

/** As an object of names and values, or as a list of both. */
export function readHeaders(fields: Fields): readonly Header[] {
  const written = writtenHeaders(fields);
  if (written.length > headersMax) {
    fields.refuse('too many headers', 'headers', { max: headersMax });
    return [];
  }
  const headers = written.flatMap((each) => readHeader(each, fields) ?? []);
  const bytes = headers.reduce(
    (sum, { name, value }) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + 4,
    0,
  );
  if (bytes <= headerBytesMax) return headers;
  const details = { name: 'headers', max: headerBytesMax };
  fields.refuse('value has too many octets', 'headers', details);
  return [];
}

type Written = { readonly name: Value | undefined; readonly value: Value | undefined };

function writtenHeaders(fields: Fields): readonly Written[] {
  const value = fields.value('headers');
  if (value === undefined) return [];
  const object = readObject(value);
  if (object !== undefined)
    return Object.entries(object).map(([name, each]) => ({ name, value: each }));
  return (readList(value) ?? []).map((each) =>
    isObject(each)
      ? { name: member(each, 'name'), value: member(each, 'value') }
      : { name: undefined, value: each },
  );
}

/** RFC 5322 §2.2: a name is printable ASCII without a colon. */
function readHeader({ name, value }: Written, fields: Fields): Header | undefined {
  const header = startOf(typeof name === 'string' ? name : '');
  const isName = typeof name === 'string' && /^[\x21-\x39\x3b-\x7e]{1,76}$/.test(name);
  const isValue = typeof value === 'string' || typeof value === 'number';
  if (!isName || !isValue || /[\r\n\0]/.test(String(value))) {
    return fields.refuse('header is malformed', 'headers', { header });
  }
  const lower = name.toLowerCase();
  if (ours.has(lower) || oursAll.test(lower)) {
    return fields.refuse('header is not yours', 'headers', { header });
  }
  return { name, value: String(value).toWellFormed().trim() };
}
