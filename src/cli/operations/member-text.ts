/** The members of an account and its invitations, as commands show them to people. */
import { fields, table } from '#cli/text-table.ts';
import type { InvitationView, MemberView } from '#people/members/member-view.ts';

type Listed = {
  readonly members: readonly MemberView[];
  readonly invitations: readonly InvitationView[];
};

type Made = { readonly link: string; readonly until: string; readonly isMailed: boolean };

export const memberTexts = {
  'member list': ({ members, invitations }: Listed) =>
    table(
      ['e-mail', 'name', 'role', 'state', 'second factor', 'seen'],
      [
        ...members.map(({ email, name, role, state, hasSecondFactor, activeAt }) => [
          email,
          name,
          role,
          state,
          hasSecondFactor ? 'yes' : 'no',
          activeAt ?? '-',
        ]),
        ...invitations.map(({ email, role, until }) => [
          email,
          '-',
          role,
          `invited until ${until}`,
          '-',
          '-',
        ]),
      ],
    ),
  'member invite': ({ link, until, isMailed }: Made) =>
    fields([
      ['link', link],
      ['until', until],
      ['mailed', isMailed ? 'yes' : 'no'],
    ]),
  'member withdraw': ({ withdrawn }: { readonly withdrawn: string }) =>
    `The invitation of ${withdrawn} has ended.\n`,
  'member set': ({ email, role }: { readonly email: string; readonly role: string }) =>
    `${email} is ${role} now.\n`,
  'member remove': ({ removed }: { readonly removed: string }) =>
    `${removed} is no longer a member.\n`,
};
