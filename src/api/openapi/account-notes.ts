/** The commands about STOP list, address book and sub-accounts, as the document describes them. */
import type { CommandNote, CommandNotes } from './command-note.ts';
import { type JsonSchema, list, number, record, text, whole } from './json-schema.ts';
import { numberNotes } from './number-notes.ts';

const phoneNumber = text('A phone: `+33…`, `0033…`, or national in the country of the account.');
const page = whole('From 1.', { minimum: 1 });

const stopNotes: CommandNotes = {
  '/v1/stop-sms/list': {
    summary: 'Lists the phones that want nothing more.',
    takes: {
      after: whole('The id of the last one that was read.', { minimum: 0 }),
      limit: whole('How many.', { minimum: 1, maximum: 10_000 }),
    },
    gives: {
      nbData: whole('How many there are.'),
      data: list(
        record({
          id: whole('The id of the entry.'),
          phoneNumber: text('The phone; `erased` where its person was.'),
          createdAt: text('Since when, on the clock of the account.'),
        }),
        'In the order of ids.',
      ),
    },
    givesAll: true,
  },
  '/v1/stop-sms/add': {
    summary: 'Adds a phone to the opt-out list.',
    takes: { phoneNumber },
    needs: ['phoneNumber'],
    gives: { stopId: whole('The id of the entry.') },
    givesAll: true,
  },
  '/v1/stop-sms/delete': {
    summary: 'Removes an entry from the opt-out list.',
    takes: { id: whole('The id of the entry.') },
    needs: ['id'],
  },
};

const groupId = whole('The id of the group.');
const groupName = text('The name of the group.');
const contactId = whole('The id of the contact.');

const contactTakes = {
  phoneNumber,
  firstname: text('First name.'),
  lastname: text('Last name.'),
  date: text('A day, such as a birthday.'),
  url: text('A web address.', { format: 'uri' }),
  custom1: text('Whatever you like.'),
  custom2: text('Whatever you like.'),
  custom3: text('Whatever you like.'),
  custom4: text('Whatever you like.'),
};

const contact: JsonSchema = {
  type: 'object',
  description: 'A contact.',
  properties: contactTakes,
};

const plainText = { type: 'string' };
const contactTexts = {
  firstname: plainText,
  lastname: plainText,
  date: plainText,
  url: plainText,
  custom1: plainText,
  custom2: plainText,
  custom3: plainText,
  custom4: plainText,
};

const toldContact = record({
  contactId,
  phone: phoneNumber,
  ...contactTexts,
  createdAt: text('A time of ISO 8601.'),
  stopSms: { type: 'boolean', description: 'Whether it stands on the opt-out list.' },
  groupId,
});

/** The answer to one contact is the contact; to a list, what became of each line. */
const addedContacts = {
  contact: record({ contactId, phoneNumber, ...contactTexts }),
  groupe: record({ name: groupName, token: groupId }),
  results: list(
    record({
      success: { type: 'boolean' },
      code: whole('Why it was refused.'),
      phoneNumber: text('As it was written.'),
      message: text('A sentence.'),
    }),
    'Those that were refused.',
  ),
  rapport: record({
    nbline: whole('How many came.'),
    nbline_imported: whole('How many are new.'),
    nbline_updated: whole('How many were there.'),
    errors: { type: 'object', additionalProperties: { type: 'integer' } },
  }),
};

const addGroup: CommandNote = {
  summary: 'Adds a group to the address book.',
  takes: { name: groupName },
  needs: ['name'],
  gives: { name: groupName, groupId },
  givesAll: true,
};
const removeGroup: CommandNote = {
  summary: 'Removes a group with its contacts.',
  takes: { groupId },
  needs: ['groupId'],
};
const addContact: CommandNote = {
  summary: 'Adds a contact to a group, or many.',
  takes: { groupId, contact, contactsList: list(contact, 'In place of `contact`.') },
  needs: ['groupId'],
  gives: addedContacts,
};
const addManyContacts: CommandNote = {
  summary: 'Adds up to 500 contacts to a group.',
  takes: { groupId, contactsList: list(contact, 'Up to 500.') },
  needs: ['groupId', 'contactsList'],
  gives: addedContacts,
};
const removeContact: CommandNote = {
  summary: 'Removes a contact.',
  takes: { contactId },
  needs: ['contactId'],
};

const addressBookNotes: CommandNotes = {
  '/v1/group/add': addGroup,
  '/v1/group/create': addGroup,
  '/v1/group/list': {
    summary: 'Lists the groups of the address book, 20 a page where one is asked for.',
    takes: { page },
    gives: {
      groups: list(
        record({ id: groupId, name: groupName, createdAt: text('A time of ISO 8601.') }),
        'All of them.',
      ),
    },
    givesAll: true,
  },
  '/v1/group/update': {
    summary: 'Gives a group another name.',
    takes: { groupId, name: groupName },
    needs: ['groupId', 'name'],
    gives: { name: groupName, groupId },
    givesAll: true,
  },
  '/v1/group/delete': removeGroup,
  '/v1/group/remove': removeGroup,
  '/v1/contact/add': addContact,
  '/v1/contact/create': addContact,
  '/v1/contact/multiple/add': addManyContacts,
  '/v1/contact/detail': {
    summary: 'Tells a contact.',
    takes: { contactId },
    needs: ['contactId'],
    gives: { contact: toldContact },
    givesAll: true,
  },
  '/v1/contact/list': {
    summary: 'Lists the contacts of a group.',
    takes: { groupId, page, limit: whole('Contacts of a page; 20.', { minimum: 1, maximum: 500 }) },
    needs: ['groupId'],
    gives: {
      currentPage: page,
      total: whole('On all pages.'),
      datas: list(toldContact, 'Of this page.'),
      contacts: list(toldContact, 'The same.'),
    },
    givesAll: true,
  },
  '/v1/contact/update': {
    summary: 'Changes what is named, in `contact` or beside it; an empty text empties it.',
    takes: { contactId, contact, ...contactTakes },
    needs: ['contactId'],
    gives: { contact: toldContact },
    givesAll: true,
  },
  '/v1/contact/delete': removeContact,
  '/v1/contact/remove': removeContact,
};

const tokenSubaccount = text('The token of the sub-account.');
const credit = number('How much, in the currency of the account.');

const leftCredit = {
  credit: number('What the account has left.'),
  subaccountCredit: number('What the sub-account has then.'),
  currency: text('ISO 4217.'),
};

const toldSubAccount = record({
  token: tokenSubaccount,
  email: text('Its address; empty: none.'),
  firstname: text('First name.'),
  lastname: text('Last name.'),
  credit: number('What it has, of the kind of money that the key spends.'),
  currency: text('ISO 4217.'),
  isActive: { type: 'boolean' },
  createdAt: text('A time of ISO 8601.'),
});

const removeSubAccount: CommandNote = {
  summary: 'Closes a sub-account.',
  takes: { token: tokenSubaccount, tokenSubaccount: text('The same, by its other name.') },
};

const subAccountNotes: CommandNotes = {
  '/v1/subaccount/create': {
    summary: 'Makes an account under this one, with a key of its own.',
    takes: {
      type: text('Both are made alike.', { enum: ['simple', 'advanced'] }),
      parameters: record(
        {
          email: text('Its address.', { format: 'email' }),
          firstname: text('First name.'),
          lastname: text('Last name.'),
          creditToAttribute: credit,
        },
        ['email'],
      ),
    },
    gives: {
      subaccount: record({
        email: text('Its address.'),
        token: tokenSubaccount,
        apiKey: text('Its key, which is not shown again.'),
      }),
    },
    givesAll: true,
    keyed: true,
  },
  '/v1/subaccount/list': {
    summary: 'Lists the accounts under this one.',
    takes: { page },
    gives: {
      currentPage: page,
      total: whole('On all pages.'),
      data: list(toldSubAccount, 'Of this page.'),
    },
    givesAll: true,
  },
  '/v1/subaccount/remove': removeSubAccount,
  '/v1/subaccount/delete': removeSubAccount,
  '/v1/subaccount/credit/add': {
    summary: 'Moves money to a sub-account.',
    takes: { tokenSubaccount, credit },
    needs: ['tokenSubaccount', 'credit'],
    keyed: true,
    gives: leftCredit,
    givesAll: true,
  },
  '/v1/subaccount/credit/remove': {
    summary: 'Takes money back from a sub-account.',
    takes: { tokenSubaccount, credit },
    needs: ['tokenSubaccount', 'credit'],
    keyed: true,
    gives: leftCredit,
    givesAll: true,
  },
};

export const accountNotes: CommandNotes = {
  ...stopNotes,
  ...addressBookNotes,
  ...subAccountNotes,
  ...numberNotes,
};
