/** The commands about STOP list, address book, sub-accounts and virtual numbers, as the document describes them. */
import type { CommandNote, CommandNotes } from './command-note.ts';
import {
  anyObject,
  flag,
  type JsonSchema,
  list,
  number,
  record,
  text,
  whole,
} from './json-schema.ts';

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
    summary: 'Puts a phone on the STOP list.',
    takes: { phoneNumber },
    needs: ['phoneNumber'],
    gives: { stopId: whole('The id of the entry.') },
    givesAll: true,
  },
  '/v1/stop-sms/delete': {
    summary: 'Takes an entry off the STOP list.',
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
    summary: 'Lists the groups of the address book.',
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
  '/v1/contact/detail': {
    summary: 'Tells a contact.',
    takes: { contactId },
    needs: ['contactId'],
    gives: { contact },
  },
  '/v1/contact/list': {
    summary: 'Lists the contacts of a group.',
    takes: { groupId, page },
    needs: ['groupId'],
    gives: {
      currentPage: page,
      total: whole('On all pages.'),
      contacts: list(contact, 'Of this page.'),
    },
  },
  '/v1/contact/update': {
    summary: 'Changes what is named, in `contact` or beside it; an empty text empties it.',
    takes: { contactId, contact, ...contactTakes },
    needs: ['contactId'],
    gives: { contact },
  },
  '/v1/contact/delete': removeContact,
  '/v1/contact/remove': removeContact,
};

const tokenSubaccount = text('The token of the sub-account.');
const credit = number('How much, in the currency of the account.');

const removeSubAccount: CommandNote = {
  summary: 'Closes a sub-account.',
  takes: { token: tokenSubaccount, tokenSubaccount: text('The same, by its other name.') },
};

const subAccountNotes: CommandNotes = {
  '/v1/subaccount/create': {
    summary: 'Makes an account under this one, with a key of its own.',
    takes: {
      type: text('`advanced` needs an address.', { enum: ['simple', 'advanced'] }),
      parameters: anyObject('`email`, `firstname`, `lastname` and `creditToAttribute`.'),
    },
    gives: {
      subaccount: record({
        email: text('Its address; empty: none.'),
        token: tokenSubaccount,
        apiKey: text('Its key, which is not shown again.'),
      }),
    },
    givesAll: true,
  },
  '/v1/subaccount/list': {
    summary: 'Lists the accounts under this one.',
    takes: { page },
    gives: { data: list(anyObject('A sub-account.'), 'Of this page.') },
  },
  '/v1/subaccount/remove': removeSubAccount,
  '/v1/subaccount/delete': removeSubAccount,
  '/v1/subaccount/credit/add': {
    summary: 'Moves money to a sub-account.',
    takes: { tokenSubaccount, credit },
    needs: ['tokenSubaccount', 'credit'],
  },
  '/v1/subaccount/credit/remove': {
    summary: 'Takes money back from a sub-account.',
    takes: { tokenSubaccount, credit },
    needs: ['tokenSubaccount', 'credit'],
  },
};

const ownNumber = text('A virtual number.');
const before = text('The id of the last one that was read.');
const next = { type: ['string', 'integer', 'null'], description: 'Where to go on; null: the end.' };
const numberPage = {
  after: text('The last number that was read.'),
  prefix: text('What the numbers begin with.'),
};
const id = whole('The id of the message.');

const numberNotes: CommandNotes = {
  '/v1/vn/callforward': {
    summary: 'Forwards calls to a virtual number, records them, or neither.',
    takes: {
      number: ownNumber,
      type: whole('0: neither, 1: forwarded, 2: recorded.', { enum: [0, 1, 2] }),
      param: text('Where to: a phone for 1, an address for 2.'),
      name: text('What the number is called.', { maxLength: 100 }),
      replace: flag('Also where the number has that mode already.'),
    },
    needs: ['number', 'type'],
    gives: {
      message: text('A sentence.'),
      number: ownNumber,
      type: whole('As it was sent.'),
      param: text('As it stands.'),
    },
  },
  '/v1/vn/list': {
    summary: 'Lists the virtual numbers of the account.',
    takes: { after: numberPage.after },
    gives: { numbers: list(anyObject('A number with its mode.'), 'Up to 100.'), next },
  },
  '/v1/vn/available': {
    summary: 'Lists the virtual numbers that the account can rent.',
    takes: numberPage,
    gives: {
      currency: text('ISO 4217.'),
      numbers: list(anyObject('A number with its price.'), 'Up to 100.'),
      next,
    },
  },
  '/v1/vn/calls': {
    summary: 'Lists the calls to the numbers of the account, newest first.',
    takes: { number: ownNumber, before },
    gives: {
      currency: text('ISO 4217.'),
      calls: list(anyObject('A call.'), 'Up to 100.'),
      next,
    },
  },
  '/v1/vn/rent': {
    summary: 'Rents a virtual number, month by month.',
    takes: { number: ownNumber, name: text('What it is called.', { maxLength: 100 }) },
    needs: ['number'],
  },
  '/v1/vn/release': {
    summary: 'Gives a virtual number back.',
    takes: { number: ownNumber },
    needs: ['number'],
    gives: { number: ownNumber },
  },
  '/v1/vn/voicemails': {
    summary: 'Lists the messages of callers, newest first.',
    takes: { number: ownNumber, before },
    gives: { voicemails: list(anyObject('A message.'), 'Up to 100.'), next },
  },
  '/v1/vn/voicemail': {
    summary: 'Tells of a message of a caller.',
    takes: { id },
    needs: ['id'],
    gives: { voicemail: anyObject('The message.') },
  },
  '/v1/vn/voicemail/audio': {
    summary: 'Plays a message of a caller.',
    takes: { id },
    needs: ['id'],
    givesType: 'audio/wav',
  },
  '/v1/vn/voicemail/heard': {
    summary: 'Marks a message as heard, or as not.',
    takes: { id, heard: flag('Left out: yes.') },
    needs: ['id'],
    gives: { voicemail: anyObject('The message.') },
  },
  '/v1/vn/voicemail/delete': {
    summary: 'Deletes a message of a caller.',
    takes: { id },
    needs: ['id'],
    gives: { id },
  },
};

export const accountNotes: CommandNotes = {
  ...stopNotes,
  ...addressBookNotes,
  ...subAccountNotes,
  ...numberNotes,
};
