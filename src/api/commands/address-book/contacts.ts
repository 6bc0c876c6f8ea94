/** `contact/detail`, `contact/list`, `contact/update`, `contact/delete`. */
import { type Contact, contactsOfPage } from '#accounts/address-book/contact.ts';
import type { Call, Run } from '#api/commands/command.ts';
import { fieldsOf } from '#api/commands/nested-fields.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import type { AddressBookPorts } from './address-book-ports.ts';
import { contactToJson, readDetails, readPhone } from './contact-fields.ts';
import { groupIsUnknown, readGroupId } from './groups.ts';

const contactIsUnknown = refuse('contact is unknown', { field: 'contactId' });
const pageMax = 1_000_000;
const limitMax = 500;

export function describeContact(ports: AddressBookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const contactId = readContactId(fields);
    if (fields.refusal !== undefined) return fields.refusal;
    const contact = await find(call, contactId, ports);
    if (contact === undefined) return contactIsUnknown;
    const [told] = await toContactsJson([contact], call, ports);
    return succeed({ contact: told ?? {} });
  };
}

export function listContacts(ports: AddressBookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const groupId = readGroupId(fields);
    const page = fields.wholeNumber('page', 1, pageMax) ?? 1;
    const limit = fields.wholeNumber('limit', 1, limitMax) ?? contactsOfPage;
    if (fields.refusal !== undefined) return fields.refusal;
    const { addressBook } = ports;
    const group = groupId && (await addressBook.findGroup(call.caller.account.id, groupId));
    if (!group) return groupIsUnknown;
    const { contacts, total } = await addressBook.listContacts(group.id, { page, pageSize: limit });
    const datas = await toContactsJson(contacts, call, ports);
    // Clients of the interface read `datas`; ours have read `contacts`.
    return succeed({ currentPage: page, total, datas, contacts: datas });
  };
}

export function changeContact(ports: AddressBookPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const contactId = readContactId(fields);
    // Clients name what changes beside the id, or in a `contact` of its own.
    const within = fieldsOf(fields.value('contact')) ?? fields;
    const written = within.text('phoneNumber');
    const { homeCountry, id: accountId } = call.caller.account;
    const phone = written === undefined ? undefined : readPhone(written, within, homeCountry);
    const details = readDetails(within);
    const refusal = fields.refusal ?? within.refusal;
    if (refusal !== undefined) return refusal;
    if (contactId === undefined) return contactIsUnknown;
    const result = await ports.addressBook.changeContact(accountId, contactId, { phone, details });
    switch (result) {
      case 'contact is unknown':
        return contactIsUnknown;
      case 'number is in the group':
        return refuse(result, { field: 'phoneNumber' });
      case 'changed':
        return describeContact(ports)(call);
      default:
        return unreachable(result);
    }
  };
}

export function removeContact({ addressBook }: AddressBookPorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const contactId = readContactId(fields);
    if (fields.refusal !== undefined) return fields.refusal;
    const removed =
      contactId !== undefined && (await addressBook.removeContact(caller.account.id, contactId));
    return removed ? succeed({}) : contactIsUnknown;
  };
}

function readContactId(fields: Fields): number | undefined {
  const id = fields.requiredText('contactId', 'contact id is missing');
  return id === undefined ? undefined : parseWholeNumber(id);
}

async function find(
  { caller }: Call,
  contactId: number | undefined,
  { addressBook }: AddressBookPorts,
): Promise<Contact | undefined> {
  if (contactId === undefined) return undefined;
  return addressBook.findContact(caller.account.id, contactId);
}

async function toContactsJson(
  contacts: readonly Contact[],
  { caller }: Call,
  ports: AddressBookPorts,
) {
  const phones = contacts.map(({ phone }) => phone);
  const stopped = await ports.stopped(caller.account.id, phones);
  return contacts.map((contact) => contactToJson(contact, stopped.has(contact.phone)));
}
