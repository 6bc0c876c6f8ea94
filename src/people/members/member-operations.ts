/** `member list`, `invite`, `withdraw`, `set`, `remove`: who may open an account, named by their address. */
import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { emailInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { type InAccount, operation, type Refusal, refuse } from '#core/operation.ts';
import { type Role, roles } from '#core/permissions.ts';
import { invite, joinLink } from '#people/links.ts';
import type { PeopleStore } from '#people/people-store.ts';
import type { Post } from '#people/post.ts';
import { emailKey } from '#people/user.ts';
import { invitationView, memberView, viewInvitation, viewMember } from './member-view.ts';

type MemberPorts = {
  readonly people: Pick<
    PeopleStore,
    | 'listMembers'
    | 'listInvitations'
    | 'saveLink'
    | 'removeInvitation'
    | 'findUserByEmail'
    | 'setRole'
  >;
  readonly letters: Pick<Post, 'invite'>;
  /** Where people see us, as far as the server knows. */
  readonly pagesUrl: string;
  readonly clock: Pick<Clock, 'nowMs'>;
};

const membersMax = 1_000;

const changes = ['member list'];
const role = z.enum(roles);
const email = emailInput();

export const listMembers = operation({
  name: 'member list',
  does: 'reads',
  needs: 'manage people',
  output: z.object({ members: z.array(memberView), invitations: z.array(invitationView) }),
  async run({ people, clock }: MemberPorts, _, { accountId }) {
    const members = await people.listMembers(accountId, membersMax);
    const invitations = await people.listInvitations(accountId, clock.nowMs());
    return { members: members.map(viewMember), invitations: invitations.flatMap(viewInvitation) };
  },
});

export const inviteMember = operation({
  name: 'member invite',
  does: 'writes',
  needs: 'manage people',
  fresh: true,
  changes,
  positional: ['email'],
  input: z.strictObject({
    email,
    role,
    language: z.enum(['en', 'fr']).default('en'),
    linkOnly: z.boolean().default(false),
  }),
  output: z.object({ link: z.string(), until: z.iso.datetime(), isMailed: z.boolean() }),
  async run(ports: MemberPorts, { email: given, role: as, language, linkOnly }, caller) {
    const { accountId } = caller;
    const { people, letters, pagesUrl } = ports;
    const wish = { email: given, isAdministrator: false, place: { accountId, role: as } };
    const { token, endsAtMs } = await invite(wish, caller, ports);
    const link = joinLink(pagesUrl, token);
    const known = await people.findUserByEmail(emailKey(given));
    const guest = { email: emailKey(given), language: known?.user.language ?? language };
    const isMailed =
      !linkOnly && (await letters.invite({ address: link, endsAtMs }, guest, accountId));
    return { link, until: instantText(endsAtMs), isMailed };
  },
});

export const withdrawInvitation = operation({
  name: 'member withdraw',
  does: 'writes',
  needs: 'manage people',
  whileClosed: true,
  changes,
  positional: ['email'],
  input: z.strictObject({ email }),
  output: z.object({ withdrawn: z.string() }),
  refusals: ['invitation is unknown'],
  async run({ people }: MemberPorts, { email: given }, caller) {
    const withdrawn = emailKey(given);
    return (await people.removeInvitation(caller.accountId, withdrawn, caller))
      ? { withdrawn }
      : refuse('invitation is unknown', { field: 'email', params: { email: withdrawn } });
  },
});

const changeRefusals = ['member is unknown', 'last owner stays'] as const;

export const setMember = operation({
  name: 'member set',
  does: 'writes',
  needs: 'manage people',
  fresh: true,
  whileClosed: true,
  changes,
  positional: ['email'],
  input: z.strictObject({ email, role }),
  output: z.object({ email: z.string(), role }),
  refusals: changeRefusals,
  async run(ports: MemberPorts, { email: given, role: as }, caller) {
    const refusal = await changeRole(given, as, { ports, caller });
    return refusal ?? { email: emailKey(given), role: as };
  },
});

export const removeMember = operation({
  name: 'member remove',
  does: 'writes',
  needs: 'manage people',
  fresh: true,
  whileClosed: true,
  changes,
  positional: ['email'],
  input: z.strictObject({ email }),
  output: z.object({ removed: z.string() }),
  refusals: changeRefusals,
  async run(ports: MemberPorts, { email: given }, caller) {
    const refusal = await changeRole(given, null, { ports, caller });
    return refusal ?? { removed: emailKey(given) };
  },
});

/** Null takes them out. */
async function changeRole(
  given: string,
  to: Role | null,
  { ports: { people }, caller }: { readonly ports: MemberPorts; readonly caller: InAccount },
): Promise<Refusal<(typeof changeRefusals)[number]> | undefined> {
  const { accountId } = caller;
  const found = await people.findUserByEmail(emailKey(given));
  const change = found && (await people.setRole(accountId, found.user.id, to, caller));
  if (change === 'done') return undefined;
  if (change === 'last owner') return refuse('last owner stays', { field: 'email' });
  const params = { email: emailKey(given), account: accountId };
  return refuse('member is unknown', { field: 'email', params });
}
