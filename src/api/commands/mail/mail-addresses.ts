/** Who sends an email, who gets it, and who is to be answered. */
import type { ErrorWord } from '#api/errors.ts';
import type { Fields } from '#api/parameters/fields.ts';
import { readList } from '#api/parameters/list.ts';
import { startOf, type Value } from '#api/parameters/value.ts';
import { type EmailAddress, parseEmailAddress } from '#core/email-address.ts';
import type { Mailbox } from '#mail/message/email-content.ts';
import type { EmailRecipient } from '#mail/sending/email-request.ts';
import { hasControl, isObject, member, readObject } from './mail-fields.ts';
import { readVariables } from './mail-variables.ts';

const recipientsMax = 500;
const nameCharactersMax = 200;

/** Equal addresses collapse: the first one counts. */
export function readRecipients(fields: Fields): readonly EmailRecipient[] {
  const list = readList(fields.value('to'));
  if (list === undefined) {
    fields.miss('mail recipients are missing', 'to');
    return [];
  }
  if (list.length === 0) {
    fields.refuse('nobody to send to', 'to');
    return [];
  }
  if (list.length > recipientsMax) {
    fields.refuse('too many mail recipients', 'to', { max: recipientsMax });
    return [];
  }
  const byAddress = new Map<string, EmailRecipient>();
  for (const [index, value] of list.entries()) {
    const recipient = readRecipient(value, index + 1, fields);
    const key = recipient?.address.toLowerCase();
    if (recipient !== undefined && key !== undefined && !byAddress.has(key)) {
      byAddress.set(key, recipient);
    }
  }
  return [...byAddress.values()];
}

function readRecipient(value: Value, place: number, fields: Fields): EmailRecipient | undefined {
  const written = isObject(value) ? member(value, 'email') : value;
  if (written === undefined || written === null || written === '') {
    return fields.refuse('recipient has no address', 'to', { place });
  }
  const address = readAddress(written);
  if (address === undefined) {
    return fields.refuse('recipient address is malformed', 'to', { address: shown(written) });
  }
  if (!isObject(value)) return { address, name: '', variables: null };
  const name = readName(member(value, 'name'), fields, {
    field: 'to',
    word: 'recipient name is malformed',
    details: { place },
  });
  const variables = member(value, 'variables');
  const own = variables === undefined ? null : readVariables(variables, fields, 'to');
  return { address, name: name ?? '', variables: own };
}

/** As an object, or as a text that is the address. */
export function readSender(fields: Fields): Mailbox | undefined {
  return readMailbox(fields, 'from', {
    missing: 'mail sender is malformed',
    malformed: 'mail sender is malformed',
    name: 'mail sender name is malformed',
  });
}

export function readReplyTo(fields: Fields): Mailbox | undefined {
  return readMailbox(fields, 'replyTo', {
    missing: 'reply address is missing',
    malformed: 'reply address is malformed',
    name: 'reply name is malformed',
  });
}

type Words = Readonly<Record<'missing' | 'malformed' | 'name', ErrorWord>>;

function readMailbox(fields: Fields, field: string, words: Words): Mailbox | undefined {
  const value = fields.value(field);
  if (value === undefined) return undefined;
  const object = readObject(value);
  const written = object === undefined ? value : member(object, 'email');
  if (written === undefined || written === '') return fields.refuse(words.missing, field);
  const address = readAddress(written);
  if (address === undefined) {
    return fields.refuse(words.malformed, field, { address: shown(written) });
  }
  const named = object && member(object, 'name');
  const name = readName(named, fields, { field, word: words.name });
  return name === undefined ? { address } : { address, name };
}

type Naming = {
  readonly field: string;
  readonly word: ErrorWord;
  readonly details?: Readonly<Record<string, number>>;
};

/** A name that is given is not blank, and of one line. */
function readName(
  value: Value | undefined,
  fields: Fields,
  { field, word, details }: Naming,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.trim() === '') return fields.refuse(word, field, details);
  if (hasControl(value)) {
    return fields.refuse('value has a control character', field, { name: field });
  }
  const name = value.toWellFormed().trim();
  if (name.length > nameCharactersMax) {
    return fields.refuse('value is too long', field, { name: field, max: nameCharactersMax });
  }
  return name;
}

/** Spaces around it are nobody's intent; a line end may be somebody's. */
function readAddress(written: Value): EmailAddress | undefined {
  if (typeof written !== 'string' || hasControl(written)) return undefined;
  return parseEmailAddress(written.trim());
}

function shown(written: Value): string {
  return startOf(typeof written === 'string' ? written : JSON.stringify(written));
}
