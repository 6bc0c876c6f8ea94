/** `group list`, `add`, `rename`, `remove`: the groups of an account's address book. */
import { z } from 'zod';
import type { AuditStore } from '#accounts/audit-store.ts';
import { idInput, lineInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { type InAccount, operation, refuse } from '#core/operation.ts';
import type { AddressBookStore } from './address-book-store.ts';
import { type Group, groupNameCharactersMax, groupsMax } from './contact.ts';

type GroupPorts = {
  readonly addressBook: Pick<
    AddressBookStore,
    'createGroup' | 'listGroups' | 'countByGroup' | 'renameGroup' | 'removeGroup'
  >;
  readonly audit: Pick<AuditStore, 'note'>;
};

const changes = ['group list'];
const name = lineInput(1, groupNameCharactersMax);

const groupView = z.object({
  id: z.int(),
  accountId: z.int(),
  name: z.string(),
  contacts: z.int(),
  createdAt: z.iso.datetime(),
});

export const listGroups = operation({
  name: 'group list',
  does: 'reads',
  needs: 'read facts',
  output: z.object({ groups: z.array(groupView) }),
  async run({ addressBook }: GroupPorts, _, { accountId }) {
    const [groups, counts] = await Promise.all([
      addressBook.listGroups(accountId),
      addressBook.countByGroup(accountId),
    ]);
    return { groups: groups.map((group) => viewGroup(group, counts.get(group.id))) };
  },
});

export const addGroup = operation({
  name: 'group add',
  does: 'writes',
  needs: 'send',
  changes,
  positional: ['name'],
  input: z.strictObject({ name }),
  output: z.object({ group: groupView }),
  refusals: ['account has too many groups'],
  async run(ports: GroupPorts, { name: called }, caller) {
    const { accountId, atMs: createdAtMs } = caller;
    const wanted = { accountId, name: called, createdAtMs };
    const group = await ports.addressBook.createGroup(wanted, groupsMax);
    if (group === undefined) {
      return refuse('account has too many groups', { params: { max: groupsMax } });
    }
    await note(ports, caller, { action: 'group.add', target: String(group.id) });
    return { group: viewGroup(group) };
  },
});

export const renameGroup = operation({
  name: 'group rename',
  does: 'writes',
  needs: 'send',
  changes,
  positional: ['group', 'name'],
  input: z.strictObject({ group: idInput, name }),
  output: z.object({ group: z.int(), name: z.string() }),
  refusals: ['group is not there'],
  async run(ports: GroupPorts, { group, name: called }, caller) {
    if (!(await ports.addressBook.renameGroup(caller.accountId, group, called))) {
      return refuseGroup(group, caller);
    }
    await note(ports, caller, { action: 'group.rename', target: String(group) });
    return { group, name: called };
  },
});

export const removeGroup = operation({
  name: 'group remove',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes,
  positional: ['group'],
  input: z.strictObject({ group: idInput }),
  output: z.object({ removed: z.int() }),
  refusals: ['group is not there'],
  async run(ports: GroupPorts, { group }, caller) {
    if (!(await ports.addressBook.removeGroup(caller.accountId, group))) {
      return refuseGroup(group, caller);
    }
    await note(ports, caller, { action: 'group.remove', target: String(group) });
    return { removed: group };
  },
});

export function refuseGroup(group: number, { accountId }: Pick<InAccount, 'accountId'>) {
  return refuse('group is not there', { field: 'group', params: { group, account: accountId } });
}

/** By ids alone: an erasure could not take a name away. */
export async function note(
  { audit }: Pick<GroupPorts, 'audit'>,
  caller: InAccount,
  noted: { readonly action: string; readonly target: string; readonly details?: object },
): Promise<void> {
  await audit.note(caller, { details: {}, ...noted, accountId: caller.accountId });
}

function viewGroup({ createdAtMs, ...group }: Group, contacts = 0): z.input<typeof groupView> {
  return { ...group, contacts, createdAt: instantText(createdAtMs) };
}
