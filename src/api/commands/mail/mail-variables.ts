/** What stands for `#NAME#` in an email, for all recipients or for one. */
import type { Fields } from '#api/parameters/fields.ts';
import { startOf, type Value } from '#api/parameters/value.ts';
import type { Variables } from '#mail/message/email-content.ts';
import { readObject } from './mail-fields.ts';

const variablesMax = 50;
const variableBytesMax = 10_240;

/** Names in upper case; numbers and booleans are their texts. */
export function readVariables(value: Value | undefined, fields: Fields, field: string): Variables {
  // PHP writes an empty object as a list.
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return {};
  const written = readObject(value);
  if (written === undefined) {
    fields.refuse('value is not an object', field, { name: 'variables' });
    return {};
  }
  const names = Object.keys(written);
  if (names.length > variablesMax) {
    const details = { name: 'variables', max: variablesMax };
    fields.refuse('too many variables', field, details);
    return {};
  }
  const variables: Record<string, string> = {};
  for (const name of names) {
    const text = readVariable(name, written[name] ?? '', fields, field);
    if (text !== undefined) variables[name.toUpperCase()] = text;
  }
  return variables;
}

function readVariable(name: string, value: Value, fields: Fields, field: string) {
  if (!/^\w{1,32}$/.test(name)) {
    return fields.refuse('variable name is malformed', field, { variable: startOf(name) });
  }
  if (typeof value === 'object') {
    return fields.refuse('value is not text', field, { name: startOf(name) });
  }
  // Nobody means one, and in a subject it would be cut out without a word.
  if (String(value).includes('\0')) {
    return fields.refuse('value has a control character', field, { name: startOf(name) });
  }
  const text = String(value).toWellFormed();
  if (Buffer.byteLength(text) <= variableBytesMax) return text;
  const details = { name: startOf(name), max: variableBytesMax };
  return fields.refuse('value has too many octets', field, details);
}

/** A line end in one of these would end the subject. */
export function checkSubject(
  subject: string,
  all: readonly (Variables | null)[],
  fields: Fields,
): void {
  const used = new Set(
    [...subject.matchAll(/#(?<name>\w{1,32})[|#]/g)].map((found) =>
      (found.groups?.['name'] ?? '').toUpperCase(),
    ),
  );
  for (const variables of all) {
    for (const name of used) {
      const text = variables?.[name] ?? '';
      if (/[\r\n]/.test(text)) {
        fields.refuse('variable breaks the subject', 'variables', { variable: name });
        return;
      }
    }
  }
}
