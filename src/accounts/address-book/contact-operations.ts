/** `contact list`, `add`, `set`, `remove`: the contacts of a group. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import { idInput, lineInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { type InAccount, operation, Refusal, refuse } from '#core/operation.ts';
import {
  formatPhone,
  type PhoneNumber,
  parsePhoneNumber,
  phoneBeginning,
} from '#core/phone-number.ts';
import type { AddressBookStore } from './address-book-store.ts';
import { type Contact, type ContactDetails, contactsOfGroupMax, noDetails } from './contact.ts';
import { optionalDetails, phoneInput } from './contact-fields.ts';
import { note, refuseGroup } from './group-operations.ts';

export type ContactPorts = {
  readonly addressBook: AddressBookStore;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly audit: Pick<AuditStore, 'note'>;
};

export const contactChanges = ['contact list', 'group list'];
const pageMax = 1_000;

const contactView = z.object({
  id: z.int(),
  groupId: z.int(),
  phone: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  date: z.string(),
  url: z.string(),
  custom1: z.string(),
  custom2: z.string(),
  custom3: z.string(),
  custom4: z.string(),
  createdAt: z.iso.datetime(),
});

export const listContacts = operation({
  name: 'contact list',
  does: 'reads',
  needs: 'read contents',
  input: z.strictObject({
    group: idInput,
    begins: lineInput(1, 40).optional(),
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(pageMax).default(pageMax),
  }),
  output: z.object({
    contacts: z.array(contactView),
    /** Of all pages. */
    all: z.int(),
  }),
  refusals: ['group is not there'],
  async run(ports: ContactPorts, { group: groupId, begins: written, page, limit }, caller) {
    const { accountId } = caller;
    const group = await ports.addressBook.findGroup(accountId, groupId);
    if (group === undefined) return refuseGroup(groupId, caller);
    // What cannot begin a phone finds none.
    const begins = written && (phoneBeginning(written, await homeOf(ports, accountId)) ?? '-');
    const asked = { page, pageSize: limit, begins };
    const { contacts, total } = await ports.addressBook.listContacts(groupId, asked);
    return { contacts: contacts.map(viewContact), all: total };
  },
});

export const addContact = operation({
  name: 'contact add',
  does: 'writes',
  needs: 'send',
  changes: contactChanges,
  positional: ['phone'],
  input: z.strictObject({ group: idInput, phone: phoneInput, ...optionalDetails }),
  output: z.object({ contact: z.int() }),
  refusals: [
    'group is not there',
    'group has no room',
    'phone of a contact is not possible',
    'phone is in the group',
  ],
  async run(ports: ContactPorts, { group, phone: written, ...given }, caller) {
    const { accountId, atMs: createdAtMs } = caller;
    const { addressBook } = ports;
    if ((await addressBook.findGroup(accountId, group)) === undefined) {
      return refuseGroup(group, caller);
    }
    const phone = await readPhone(ports, accountId, written);
    if (phone instanceof Refusal) return phone;
    if ((await addressBook.countContacts(group)) >= contactsOfGroupMax) return refuseRoom(group);
    const contact = { phone, details: { ...noDetails, ...namedOf(given) } };
    const addition = { accountId, groupId: group, contacts: [contact], createdAtMs };
    const [id] = await addressBook.addContacts(addition);
    if (id === undefined) return refuseTwice(written);
    await note(ports, caller, { action: 'contact.add', target: String(id) });
    return { contact: id };
  },
});

export const setContact = operation({
  name: 'contact set',
  does: 'writes',
  needs: 'send',
  changes: contactChanges,
  positional: ['contact'],
  input: z.strictObject({ contact: idInput, phone: phoneInput.optional(), ...optionalDetails }),
  output: z.object({ contact: z.int() }),
  refusals: ['contact is not there', 'phone of a contact is not possible', 'phone is in the group'],
  async run(ports: ContactPorts, { contact, phone: written, ...given }, caller) {
    const { accountId } = caller;
    const phone = written === undefined ? undefined : await readPhone(ports, accountId, written);
    if (phone instanceof Refusal) return phone;
    const change = { phone, details: namedOf(given) };
    const result = await ports.addressBook.changeContact(accountId, contact, change);
    if (result === 'contact is unknown') return refuseContact(contact, caller);
    if (result === 'number is in the group') return refuseTwice(written ?? '');
    await note(ports, caller, { action: 'contact.set', target: String(contact) });
    return { contact };
  },
});

export const removeContact = operation({
  name: 'contact remove',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes: contactChanges,
  positional: ['contact'],
  input: z.strictObject({ contact: idInput }),
  output: z.object({ removed: z.int() }),
  refusals: ['contact is not there'],
  async run(ports: ContactPorts, { contact }, caller) {
    if (!(await ports.addressBook.removeContact(caller.accountId, contact))) {
      return refuseContact(contact, caller);
    }
    await note(ports, caller, { action: 'contact.remove', target: String(contact) });
    return { removed: contact };
  },
});

export async function homeOf(
  { accounts }: Pick<ContactPorts, 'accounts'>,
  accountId: number,
): Promise<string> {
  return must(await accounts.findAccount(accountId), 'account').homeCountry;
}

export function refuseRoom(group: number) {
  const params = { group, max: contactsOfGroupMax };
  return refuse('group has no room', { field: 'group', params });
}

async function readPhone(
  ports: Pick<ContactPorts, 'accounts'>,
  accountId: number,
  written: string,
): Promise<PhoneNumber | Refusal<'phone of a contact is not possible'>> {
  const phone = parsePhoneNumber(written, await homeOf(ports, accountId));
  const about = { field: 'phone', params: { phone: written } };
  return phone ?? refuse('phone of a contact is not possible', about);
}

function refuseTwice(phone: string) {
  return refuse('phone is in the group', { field: 'phone', params: { phone } });
}

function refuseContact(contact: number, { accountId }: InAccount) {
  const params = { contact, account: accountId };
  return refuse('contact is not there', { field: 'contact', params });
}

/** What is undefined would empty what stands there. */
function namedOf(given: { readonly [Name in keyof ContactDetails]?: string | undefined }) {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<ContactDetails>;
}

function viewContact({ phone, details, createdAtMs, ...contact }: Contact) {
  const createdAt = instantText(createdAtMs);
  return { ...contact, phone: formatPhone(phone), ...details, createdAt };
}
