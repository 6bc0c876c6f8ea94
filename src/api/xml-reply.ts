/**
 * The envelope as XML: named elements, lists as repeated `<item>`. For clients that read by position alone every
 * element is an `<entry>`, in the same order.
 */
import type { XmlForm } from '#accounts/account.ts';
import type { Fields, FieldValue } from './reply.ts';

export function writeXml(fields: Fields, form: XmlForm = 'named'): string {
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
