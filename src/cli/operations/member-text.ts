/** The members of an account and its invitations, as commands show them to people. */
import { fields, table } from '#cli/text-table.ts';
import type { Texts } from './shown-value.ts';

export const memberTexts = {
  'member list': ({ members, invitations }) =>
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
  'member invite': ({ link, until, isMailed }) =>
    fields([
      ['link', link],
      ['until', until],
      ['mailed', isMailed],
    ]),
  'member withdraw': ({ withdrawn }) => `The invitation of ${withdrawn} has ended.\n`,
  'member set': ({ email, role }) => `${email} is ${role} now.\n`,
  'member remove': ({ removed }) => `${removed} is no longer a member.\n`,
} satisfies Texts;
