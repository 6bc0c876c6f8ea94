/** An answer becomes the bytes that its client asked for. */
import type { XmlForm } from '#accounts/account.ts';
import type { HttpReply, RequestHead } from './http/http-message.ts';
import { interfaceHeaders } from './http/surface-headers.ts';
import { preferredLanguage } from './language.ts';
import { renderFile } from './octets-reply.ts';
import type { Format } from './parameters/request-parameters.ts';
import type { FieldValue } from './reply.ts';
import {
  type Answer,
  envelope,
  type Fields,
  type Refusal,
  replyOf,
  type Success,
} from './reply.ts';

/** JSON has no charset parameter: a widely used client compares the whole header. */
const contentTypes: Readonly<Record<Format, readonly string[]>> = {
  json: [...interfaceHeaders, 'Content-Type', 'application/json'],
  xml: [...interfaceHeaders, 'Content-Type', 'application/xml; charset=utf-8'],
};

/** Success is exactly 200. */
export function render(
  answer: Answer,
  format: Format,
  head: RequestHead,
  xmlForm?: XmlForm,
): HttpReply {
  const write = (fields: Fields) => writeIn(format, fields, xmlForm);
  if (answer.ok) return renderSuccess(answer, format, head, write);
  const fields = envelope(answer, preferredLanguage(head.headers['accept-language']));
  return {
    status: replyOf(answer).status,
    headers: [...contentTypes[format], ...refusalHeaders(answer)],
    body: write(fields),
  };
}

function renderSuccess(
  { fields, json, stream, file }: Success,
  format: Format,
  { headers: { range } }: RequestHead,
  write: (fields: Fields) => string,
): HttpReply {
  if (file !== undefined) return renderFile(file, range, interfaceHeaders);
  if (stream !== undefined) {
    const headers = [...interfaceHeaders, 'Content-Type', stream.contentType];
    return { status: 200, headers, body: '', stream: stream.start };
  }
  const isWritten = json !== undefined && format === 'json';
  const body = isWritten ? json() : write(fields);
  return { status: 200, headers: contentTypes[format], body };
}

function writeIn(format: Format, fields: Fields, xmlForm: XmlForm | undefined): string {
  return format === 'json' ? JSON.stringify(fields) : writeXml(fields, xmlForm);
}

function refusalHeaders({ retryAfterS, allow }: Refusal): readonly string[] {
  return [
    ...(retryAfterS === undefined
      ? []
      : ['Retry-After', String(Math.max(1, Math.ceil(retryAfterS)))]),
    ...(allow === undefined ? [] : ['Allow', allow]),
  ];
}

/**
 * The envelope as XML: named elements, lists as repeated `<item>`. For clients that read by position alone every
 * element is an `<entry>`, in the same order.
 */
function writeXml(fields: Fields, form: XmlForm = 'named'): string {
  const nameOf: Naming = form === 'positional' ? () => 'entry' : (name) => name;
  return `<?xml version="1.0" encoding="UTF-8"?><result>${writeFields(fields, nameOf)}</result>`;
}

type Naming = (name: string) => string;

function writeFields(fields: Fields, nameOf: Naming): string {
  return Object.entries(fields)
    .map(([name, value]) => writeElement(nameOf(name), value, nameOf))
    .join('');
}

function writeElement(name: string, value: FieldValue, nameOf: Naming): string {
  return `<${name}>${writeValue(value, nameOf)}</${name}>`;
}

function writeValue(value: FieldValue, nameOf: Naming): string {
  if (value === null) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value !== 'object') return String(value);
  if (!isList(value)) return writeFields(value, nameOf);
  return value.map((item) => writeElement(nameOf('item'), item, nameOf)).join('');
}

/** `Array.isArray` does not narrow a readonly list away. */
function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // XML 1.0 §2.11: a reader turns a bare carriage return into a line feed.
  '\r': '&#13;',
};

/** XML 1.0 §2.2: characters that no document may hold, not even as a reference. */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeText(text: string): string {
  if (!/[^\x20!#-%'-;=?-~]/.test(text)) return text;
  return text
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"\r]/g, (character) => entities[character] ?? character);
}
