/** The commands of the address book; each of their documented names and methods works. */
import { type Command, command, type Run } from '#api/commands/command.ts';
import type { AddressBookPorts } from './address-book-ports.ts';
import { addContacts, addManyContacts } from './contact-add.ts';
import { changeContact, describeContact, listContacts, removeContact } from './contacts.ts';
import { addGroup, listGroups, removeGroup, renameGroup } from './groups.ts';

export function addressBookCommands(ports: AddressBookPorts): readonly Command[] {
  return [
    posted('group/add', addGroup(ports)),
    posted('group/create', addGroup(ports)),
    asked('group/list', listGroups(ports)),
    posted('group/update', renameGroup(ports)),
    removed('group/delete', removeGroup(ports)),
    removed('group/remove', removeGroup(ports)),
    posted('contact/add', addContacts(ports)),
    posted('contact/create', addContacts(ports)),
    posted('contact/multiple/add', addManyContacts(ports)),
    asked('contact/detail', describeContact(ports)),
    asked('contact/list', listContacts(ports)),
    posted('contact/update', changeContact(ports)),
    removed('contact/delete', removeContact(ports)),
    removed('contact/remove', removeContact(ports)),
  ];
}

function posted(name: string, run: Run): Command {
  return command(`POST /v1/${name}`, { scope: 'account', run });
}

function asked(name: string, run: Run): Command {
  return command(`GET POST /v1/${name}`, { scope: 'read', run });
}

function removed(name: string, run: Run): Command {
  return command(`DELETE POST GET /v1/${name}`, { scope: 'account', run });
}
