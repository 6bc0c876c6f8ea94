/** `group/add`, `group/list`, `group/update`, `group/delete`. */
import {
  type Group,
  groupNameCharactersMax,
  groupsMax,
  groupsOfPage,
} from '#accounts/address-book/contact.ts';
import { formatIsoTime } from '#api/commands/account-time.ts';
import type { Run } from '#api/commands/command.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import type { AddressBookPorts } from './address-book-ports.ts';

/** A group of another account is as unknown as one that never was. */
export const groupIsUnknown = refuse('group is unknown', { field: 'groupId' });

export function addGroup({ addressBook, clock }: AddressBookPorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const name = readName(fields);
    if (fields.refusal !== undefined) return fields.refusal;
    const wanted = { accountId: caller.account.id, name, createdAtMs: clock.nowMs() };
    const group = await addressBook.createGroup(wanted, groupsMax);
    if (group === undefined) return refuse('too many groups', { details: { max: groupsMax } });
    return succeed({ name: group.name, groupId: group.id });
  };
}

/** All of them, or the page that is asked for: who asks for pages goes on until one is empty. */
export function listGroups({ addressBook }: AddressBookPorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const page = fields.wholeNumber('page', 1, groupsMax);
    if (fields.refusal !== undefined) return fields.refusal;
    const groups = await addressBook.listGroups(caller.account.id);
    if (page === undefined) return succeed({ groups: groups.map(toGroupJson) });
    const start = (page - 1) * groupsOfPage;
    const shown = groups.slice(start, start + groupsOfPage);
    return succeed({ currentPage: page, total: groups.length, groups: shown.map(toGroupJson) });
  };
}

export function renameGroup({ addressBook }: AddressBookPorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const groupId = readGroupId(fields);
    const name = readName(fields);
    if (fields.refusal !== undefined) return fields.refusal;
    if (groupId === undefined) return groupIsUnknown;
    const renamed = await addressBook.renameGroup(caller.account.id, groupId, name);
    return renamed ? succeed({ name, groupId }) : groupIsUnknown;
  };
}

export function removeGroup({ addressBook }: AddressBookPorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const groupId = readGroupId(fields);
    if (fields.refusal !== undefined) return fields.refusal;
    if (groupId === undefined) return groupIsUnknown;
    const removed = await addressBook.removeGroup(caller.account.id, groupId);
    return removed ? succeed({}) : groupIsUnknown;
  };
}

/** Undefined for what cannot be the id of a group: there is none of that id. */
export function readGroupId(fields: Fields): number | undefined {
  const id = fields.requiredText('groupId', 'group id is missing');
  return id === undefined ? undefined : parseWholeNumber(id);
}

/** Empty only where the fields refuse it. */
function readName(fields: Fields): string {
  if (fields.value('name') === undefined) fields.miss('group name is missing', 'name');
  return fields.label('name', groupNameCharactersMax) ?? '';
}

function toGroupJson({ id, name, createdAtMs }: Group) {
  return { id, name, createdAt: formatIsoTime(createdAtMs) };
}
