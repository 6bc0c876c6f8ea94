/** `parley group …` and `parley contact …`: the address book of an account. */
import type { Account } from '#accounts/account.ts';
import {
  type Contact,
  contactsOfGroupMax,
  type Group,
  groupNameCharactersMax,
  groupsMax,
} from '#accounts/address-book/contact.ts';
import { formatPhone } from '#core/phone-number.ts';
import { line, wholeNumber } from '#core/value-kind.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { contactColumns, detailsOf } from './contact-columns.ts';
import type { Installation } from './installation.ts';
import { noAccount } from './no-account.ts';
import { needed, otherwise } from './option.ts';
import { readTable } from './table-file.ts';
import { formatTime, table } from './text-table.ts';
import { filePath, id } from './written-values.ts';

/** Contacts shown at a time. */
const pageMax = 1_000;
/** Added in one commit: some milliseconds. */
const batchMax = 500;

const options = { account: needed(id, 'ID', 'The account.') };
const groupOptions = { ...options, group: needed(id, 'ID', 'The group.') };

const groupList = command({
  name: 'group list',
  sentence: 'Lists the groups of an account, with the contacts that each has.',
  takes: {},
  options,
  async run({ account }, { open }) {
    await using installation = await open();
    const { addressBook } = installation.storage;
    const groups = await addressBook.listGroups(account);
    const counts = new Map<number, number>();
    for (const group of groups) counts.set(group.id, await addressBook.countContacts(group.id));
    const countOf = ({ id: groupId }: Group): number => counts.get(groupId) ?? 0;
    const text = table(
      ['id', 'name', 'contacts', 'since'],
      groups.map((group) => [
        String(group.id),
        group.name,
        String(countOf(group)),
        formatTime(group.createdAtMs),
      ]),
    );
    return done(text, {
      groups: groups.map((group) => ({ ...groupJson(group), contacts: countOf(group) })),
    });
  },
});

const groupAdd = command({
  name: 'group add',
  sentence: 'Makes a group, empty.',
  takes: { name: needed(line(groupNameCharactersMax), 'NAME', 'What it is called.') },
  options,
  async run({ name, account: accountId }, { clock, open }) {
    await using installation = await open();
    const { accounts, addressBook } = installation.storage;
    if ((await accounts.findAccount(accountId)) === undefined) return noAccount(accountId);
    const wanted = { accountId, name, createdAtMs: clock.nowMs() };
    const group = await addressBook.createGroup(wanted, groupsMax);
    if (group === undefined) {
      return failed(`Account ${accountId} has ${groupsMax} groups, no more fit`);
    }
    const noted = { action: 'group.add', target: String(group.id), accountId, details: { name } };
    await installation.storage.audit.note(authorNow(clock), noted);
    return done(`${group.name} is group ${group.id}.\n`, { group: groupJson(group) });
  },
});

const contactList = command({
  name: 'contact list',
  sentence: `Lists the contacts of a group, ${pageMax} at most at a time.`,
  takes: {},
  options: {
    ...groupOptions,
    page: otherwise(1, wholeNumber(1, 1_000_000), 'NUMBER', 'Which page.'),
    limit: otherwise(pageMax, wholeNumber(1, pageMax), 'COUNT', 'How many on a page.'),
  },
  async run({ page, limit, ...place }, { open }) {
    await using installation = await open();
    const group = await findGroup(place, installation);
    if (group === undefined) return noGroup(place);
    const { addressBook } = installation.storage;
    const { contacts, total } = await addressBook.listContacts(group.id, page, limit);
    const text = table(
      ['id', 'phone', 'first name', 'last name', 'since'],
      contacts.map(({ id: contactId, phone, details, createdAtMs }) => [
        String(contactId),
        formatPhone(phone),
        details.firstname,
        details.lastname,
        formatTime(createdAtMs),
      ]),
    );
    return done(`${text}${total} in all.\n`, { contacts: contacts.map(contactJson), all: total });
  },
});

const contactImport = command({
  name: 'contact import',
  sentence:
    'Adds contacts from a CSV file with a heading: phoneNumber, and any of firstname, lastname, date, url, custom1 to custom4.',
  takes: {
    file: needed(
      filePath,
      'FILE',
      'The table; a phone that is in the group already stays as it is.',
    ),
  },
  options: groupOptions,
  async run({ file, ...place }, { clock, open }) {
    await using installation = await open();
    const { accounts, addressBook } = installation.storage;
    const account = await accounts.findAccount(place.account);
    if (account === undefined) return noAccount(place.account);
    const group = await findGroup(place, installation);
    if (group === undefined) return noGroup(place);
    const reading = await readContacts(file, account);
    if (!reading.ok) return failed(reading.problem);
    const { rows } = reading;
    if ((await addressBook.countContacts(group.id)) + rows.length > contactsOfGroupMax) {
      return failed(`A group has ${contactsOfGroupMax} contacts at most`);
    }
    let added = 0;
    for (let start = 0; start < rows.length; start += batchMax) {
      const contacts = rows
        .slice(start, start + batchMax)
        .map((row) => ({ phone: row.phoneNumber, details: detailsOf(row) }));
      const ids = await addressBook.addContacts({
        accountId: account.id,
        groupId: group.id,
        contacts,
        createdAtMs: clock.nowMs(),
      });
      added += ids.filter((contactId) => contactId !== undefined).length;
    }
    const noted = { action: 'contact.import', target: String(group.id), details: { added } };
    const author = authorNow(clock);
    await installation.storage.audit.note(author, { ...noted, accountId: account.id });
    const standing = rows.length - added;
    const rest = standing === 0 ? '' : `; ${standing} were in it already`;
    return done(`${added} contacts are added to ${group.name}${rest}.\n`, { added, standing });
  },
});

function readContacts(file: string, { homeCountry }: Account) {
  return readTable(file, contactColumns(homeCountry), contactsOfGroupMax);
}

type Place = { readonly account: number; readonly group: number };

function findGroup({ account, group }: Place, { storage }: Installation) {
  return storage.addressBook.findGroup(account, group);
}

function noGroup({ account, group }: Place) {
  return failed(`Account ${account} has no group ${group}`);
}

function groupJson({ id: groupId, accountId, name, createdAtMs }: Group): object {
  return { id: groupId, accountId, name, createdAt: formatTime(createdAtMs) };
}

function contactJson({ id: contactId, groupId, phone, details, createdAtMs }: Contact): object {
  const createdAt = formatTime(createdAtMs);
  return { id: contactId, groupId, phone: formatPhone(phone), ...details, createdAt };
}

export const addressBookCommands = [groupList, groupAdd, contactList, contactImport];
