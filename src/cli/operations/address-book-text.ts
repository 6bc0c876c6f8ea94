/** Groups and contacts as commands show them to people. */
import { columns } from '#cli/text-table.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Imported = AnswerOf<'contact import'>;

export const addressBookTexts = {
  'group list': ({ groups }) => columns(groups, 'id', 'name', 'contacts', ['since', 'createdAt']),
  'group add': ({ group }) => `${group.name} is group ${group.id}.\n`,
  'contact list': ({ contacts, all }) => {
    const names = [
      ['first name', 'firstname'],
      ['last name', 'lastname'],
    ] as const;
    return `${columns(contacts, 'id', 'phone', ...names, ['since', 'createdAt'])}${all} in all.\n`;
  },
  'contact plan': ({ added, problems, ...plan }) =>
    [
      `${added} contacts would be added${restText(plan)}.\n`,
      ...problems.map(({ line, says }) => `line ${line}: ${says.en}\n`),
    ].join(''),
  'contact import': ({ added, name, ...rest }) =>
    `${added} contacts are added to ${name}${restText(rest)}.\n`,
} satisfies Texts;

function restText({ standing, twice, wrong }: Pick<Imported, 'standing' | 'twice' | 'wrong'>) {
  const parts = [
    [standing, 'were in it already'],
    [twice, 'stand there twice'],
    [wrong, 'do not read'],
  ] as const;
  return parts.map(([count, words]) => (count === 0 ? '' : `; ${count} ${words}`)).join('');
}
