/** `contact/add` and `contact/multiple/add`: one contact, or a list of which the good ones are taken and the others counted. */
import {
  contactsAtOnceMax,
  contactsOfGroupMax,
  type Group,
  type NewContact,
} from '#accounts/address-book/contact.ts';
import type { Call, Run } from '#api/commands/command.ts';
import { fieldsOf } from '#api/commands/nested-fields.ts';
import { errors } from '#api/errors.ts';
import { Fields } from '#api/parameters/fields.ts';
import { readList } from '#api/parameters/list.ts';
import type { Value } from '#api/parameters/value.ts';
import { type Answer, type Problem, refuse, sentence, succeed } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import type { AddressBookPorts } from './address-book-ports.ts';
import { addedContactToJson, readContact } from './contact-fields.ts';
import { groupIsUnknown, readGroupId } from './groups.ts';

export function addContacts(ports: AddressBookPorts): Run {
  return addWhatIs('contact', ports);
}

/** `contact/multiple/add`: a list alone. */
export function addManyContacts(ports: AddressBookPorts): Run {
  return addWhatIs('contactsList', ports);
}

function addWhatIs(needed: 'contact' | 'contactsList', ports: AddressBookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const groupId = readGroupId(fields);
    const list = readList(fields.value('contactsList'));
    const written = needed === 'contact' ? fields.value('contact') : undefined;
    if (list === undefined && written === undefined) fields.miss('contact is missing', needed);
    if (fields.refusal !== undefined) return fields.refusal;
    const accountId = call.caller.account.id;
    const group = groupId && (await ports.addressBook.findGroup(accountId, groupId));
    if (!group) return groupIsUnknown;
    return list === undefined
      ? addOne(written, { call, group, ports })
      : addList(list, { call, group, ports });
  };
}

type Place = { readonly call: Call; readonly group: Group; readonly ports: AddressBookPorts };

async function addOne(written: Value | undefined, place: Place): Promise<Answer> {
  const fields = fieldsOf(written);
  if (fields === undefined) return refuse('contact is missing', { field: 'contact' });
  const contact = readContact(fields, place.call.caller.account.homeCountry);
  if (fields.refusal !== undefined) return fields.refusal;
  const wanted = must(contact, 'contact of good fields');
  if (!(await hasRoom(1, place))) return groupIsFull;
  const [contactId] = await store([wanted], place);
  return contactId === undefined
    ? refuse('number is in the group', { field: 'phoneNumber' })
    : succeed({ contact: addedContactToJson(wanted, contactId) });
}

const groupIsFull = refuse('group is full', {
  field: 'groupId',
  details: { max: contactsOfGroupMax },
});

async function hasRoom(count: number, { group, ports }: Place): Promise<boolean> {
  return (await ports.addressBook.countContacts(group.id)) + count <= contactsOfGroupMax;
}

function store(contacts: readonly NewContact[], { call, group, ports }: Place) {
  const createdAtMs = ports.clock.nowMs();
  const accountId = call.caller.account.id;
  return ports.addressBook.addContacts({ accountId, groupId: group.id, contacts, createdAtMs });
}

/** What became of the lines of a list, under the names that clients read. */
type Count =
  | 'stopSms'
  | 'invalidePhone'
  | 'duplicatePhone'
  | 'allreadyInGroupe'
  | 'urlInvalide'
  | 'dateInvalide'
  | 'fieldInvalide'
  | 'empty';

type Line =
  | { readonly ok: true; readonly contact: NewContact }
  | {
      readonly ok: false;
      readonly count: Count;
      readonly problem: Problem;
      readonly phone: string;
    };

async function addList(list: readonly Value[], place: Place): Promise<Answer> {
  if (list.length > contactsAtOnceMax) {
    const details = { max: contactsAtOnceMax };
    return refuse('too many contacts', { field: 'contactsList', details });
  }
  if (!(await hasRoom(list.length, place))) return groupIsFull;
  const lines = readLines(list, place.call.caller.account.homeCountry);
  const good = lines.flatMap((line) => (line.ok ? [line.contact] : []));
  const ids = await store(good, place);
  const refused = [
    ...lines.flatMap((line) => (line.ok ? [] : [line])),
    ...good.filter((_, index) => ids[index] === undefined).map(alreadyThere),
  ];
  const imported = ids.filter((id) => id !== undefined).length;
  const stopped = await place.ports.stopped(place.group.accountId, good.map(phoneOf));
  const told = { lines: list.length, imported, refused, stopped: stopped.size };
  return toImportJson(told, place);
}

function phoneOf({ phone }: NewContact): PhoneNumber {
  return phone;
}

function alreadyThere({ phone }: NewContact): Refused {
  const problem = { word: 'number is in the group' } as const;
  return { ok: false, count: 'allreadyInGroupe', problem, phone: formatPhone(phone) };
}

type Refused = Extract<Line, { readonly ok: false }>;

function readLines(list: readonly Value[], homeCountry: string): readonly Line[] {
  const seen = new Set<PhoneNumber>();
  return list.map((written) => {
    const line = readLine(written, homeCountry);
    if (!line.ok) return line;
    const { phone } = line.contact;
    if (seen.has(phone)) {
      const problem = { word: 'number is in the list twice' } as const;
      return { ok: false, count: 'duplicatePhone', problem, phone: formatPhone(phone) };
    }
    seen.add(phone);
    return line;
  });
}

function readLine(written: Value, homeCountry: string): Line {
  const fields = fieldsOf(written);
  if (fields === undefined || fields.value('phoneNumber') === undefined) {
    const problem = { word: 'phone numbers are missing' } as const;
    return { ok: false, count: 'empty', problem, phone: '' };
  }
  const contact = readContact(fields, homeCountry);
  const problem = fields.refusal?.problems[0];
  if (problem === undefined) return { ok: true, contact: must(contact, 'contact of good fields') };
  const count = counts[problem.field ?? ''] ?? 'fieldInvalide';
  return { ok: false, count, problem, phone: fields.text('phoneNumber') ?? '' };
}

const counts: Readonly<Record<string, Count>> = {
  phoneNumber: 'invalidePhone',
  url: 'urlInvalide',
  date: 'dateInvalide',
};

type Told = {
  readonly lines: number;
  readonly imported: number;
  readonly refused: readonly Refused[];
  readonly stopped: number;
};

function toImportJson({ lines, imported, refused, stopped }: Told, { group, call }: Place): Answer {
  const countOf = (count: Count): number => refused.filter((line) => line.count === count).length;
  return succeed({
    groupe: { name: group.name, token: group.id },
    results: refused.map(({ problem, phone }) => ({
      success: false,
      code: errors[problem.word].code,
      phoneNumber: phone,
      message: sentence(problem, call.language),
    })),
    rapport: {
      nbline: lines,
      nbline_imported: imported,
      nbline_updated: 0,
      errors: {
        // On the opt-out list: they are in the group all the same, and are skipped when it is sent to.
        stopSms: stopped,
        invalidePhone: countOf('invalidePhone'),
        duplicatePhone: countOf('duplicatePhone'),
        allreadyInGroupe: countOf('allreadyInGroupe'),
        urlInvalide: countOf('urlInvalide'),
        dateInvalide: countOf('dateInvalide'),
        fieldInvalide: countOf('fieldInvalide'),
        empty: countOf('empty'),
      },
    },
  });
}
