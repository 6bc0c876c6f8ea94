/** Who sends an email, who gets it, and who is to be answered. */
import type { ErrorWord } from '#api/errors.ts';
import type { Fields } from '#api/parameters/fields.ts';
import { readList } from '#api/parameters/list.ts';
import { startOf, type Value } from '#api/parameters/value.ts';
import type { EmailAddress } from '#core/email-address.ts';
import type { Mailbox, ShownMailboxes } from '#mail/message/email-content.ts';
import { mailRecipientsMax, readMailAddress, readMailName } from '#mail/sending/asked-email.ts';
import type { EmailRecipient } from '#mail/sending/email-request.ts';
import { isObject, member, readObject } from './mail-fields.ts';
import { readVariables } from './mail-variables.ts';

/** Every copy carries them in its header. */
const shownBytesMax = 65_536;

export type Recipients = {
  readonly recipients: readonly EmailRecipient[];
  readonly shown?: ShownMailboxes;
};

/** Equal addresses collapse: the first one counts, `to` before `cc` before `bcc`. */
export function readRecipients(fields: Fields): Recipients {
  const lists = readLists(fields);
  const byAddress = new Map<string, EmailRecipient>();
  for (const { field, values } of lists) {
    for (const [index, value] of values.entries()) {
      const recipient = readRecipient(value, { field, place: index + 1 }, fields);
      const key = recipient?.address.toLowerCase();
      if (recipient !== undefined && key !== undefined && !byAddress.has(key)) {
        byAddress.set(key, recipient);
      }
    }
  }
  return withCopies([...byAddress.values()], fields);
}

type RecipientField = 'to' | NonNullable<EmailRecipient['copy']>;
type RecipientList = { readonly field: RecipientField; readonly values: readonly Value[] };

/** None where something is wrong with them as a whole. */
function readLists(fields: Fields): readonly RecipientList[] {
  const to = readList(fields.value('to'));
  if (to === undefined) {
    fields.miss('mail recipients are missing', 'to');
    return [];
  }
  if (to.length === 0) {
    fields.refuse('nobody to send to', 'to');
    return [];
  }
  const lists: RecipientList[] = [{ field: 'to', values: to }];
  for (const field of ['cc', 'bcc'] as const) {
    lists.push({ field, values: readList(fields.value(field)) ?? [] });
  }
  let count = 0;
  for (const { field, values } of lists) {
    count += values.length;
    if (count <= mailRecipientsMax) continue;
    fields.refuse('too many mail recipients', field, { max: mailRecipientsMax });
    return [];
  }
  return lists;
}

/** A copy is one of the first recipient's mail: it reads alike unless it has variables of its own. */
function withCopies(written: readonly EmailRecipient[], fields: Fields): Recipients {
  const [first] = written;
  if (first === undefined || written.every(({ copy }) => copy === undefined)) {
    return { recipients: written };
  }
  const recipients = written.map((each) =>
    each.copy === undefined ? each : { ...each, variables: each.variables ?? first.variables },
  );
  const cc = written.flatMap((each) => (each.copy === 'cc' ? [mailboxOf(each)] : []));
  const bytes = cc.reduce(
    (sum, { address, name = '' }) => sum + Buffer.byteLength(address + name),
    0,
  );
  if (bytes > shownBytesMax) {
    fields.refuse('value has too many octets', 'cc', { name: 'cc', max: shownBytesMax });
  }
  return { recipients, shown: { to: mailboxOf(first), cc } };
}

function mailboxOf({ address, name }: EmailRecipient): Mailbox {
  return name === '' ? { address } : { address, name };
}

type RecipientPosition = { readonly field: RecipientField; readonly place: number };

function readRecipient(value: Value, { field, place }: RecipientPosition, fields: Fields) {
  const written = isObject(value) ? member(value, 'email') : value;
  if (written === undefined || written === null || written === '') {
    return fields.refuse('recipient has no address', field, { place });
  }
  const address = readAddress(written);
  if (address === undefined) {
    return fields.refuse('recipient address is malformed', field, { address: shown(written) });
  }
  const copy = field === 'to' ? {} : { copy: field };
  if (!isObject(value)) return { address, name: '', variables: null, ...copy };
  const name = readName(member(value, 'name'), fields, {
    field,
    word: 'recipient name is malformed',
    details: { place },
  });
  const variables = member(value, 'variables');
  const own = variables === undefined ? null : readVariables(variables, fields, field);
  return { address, name: name ?? '', variables: own, ...copy };
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
function readName(value: Value | undefined, fields: Fields, { field, word, details }: Naming) {
  if (value === undefined) return undefined;
  return typeof value === 'string' && value.trim() !== ''
    ? fields.taken(readMailName(value), field)
    : fields.refuse(word, field, details);
}

function readAddress(written: Value): EmailAddress | undefined {
  return typeof written === 'string' ? readMailAddress(written) : undefined;
}

function shown(written: Value): string {
  return startOf(typeof written === 'string' ? written : JSON.stringify(written));
}
