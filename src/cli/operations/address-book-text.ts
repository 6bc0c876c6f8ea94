/** Groups and contacts as commands show them to people. */
import type { z } from 'zod';
import type { listContacts } from '#accounts/address-book/contact-operations.ts';
import type { importContacts, planContacts } from '#accounts/address-book/contact-table.ts';
import type { addGroup, listGroups } from '#accounts/address-book/group-operations.ts';
import { table } from '#cli/text-table.ts';

type Groups = z.output<(typeof listGroups)['output']>;
type Added = z.output<(typeof addGroup)['output']>;
type Contacts = z.output<(typeof listContacts)['output']>;
type Plan = z.output<(typeof planContacts)['output']>;
type Imported = z.output<(typeof importContacts)['output']>;

export const addressBookTexts = {
  'group list': ({ groups }: Groups) =>
    table(
      ['id', 'name', 'contacts', 'since'],
      groups.map(({ id, name, contacts, createdAt }) => [
        String(id),
        name,
        String(contacts),
        createdAt,
      ]),
    ),
  'group add': ({ group }: Added) => `${group.name} is group ${group.id}.\n`,
  'contact list': ({ contacts, all }: Contacts) => {
    const rows = contacts.map(({ id, phone, firstname, lastname, createdAt }) => [
      String(id),
      phone,
      firstname,
      lastname,
      createdAt,
    ]);
    return `${table(['id', 'phone', 'first name', 'last name', 'since'], rows)}${all} in all.\n`;
  },
  'contact plan': ({ added, problems, ...plan }: Plan) =>
    [
      `${added} contacts would be added${restText(plan)}.\n`,
      ...problems.map(({ line, says }) => `line ${line}: ${says.en}\n`),
    ].join(''),
  'contact import': ({ added, name, ...rest }: Imported) =>
    `${added} contacts are added to ${name}${restText(rest)}.\n`,
};

function restText({ standing, twice, wrong }: Pick<Imported, 'standing' | 'twice' | 'wrong'>) {
  const parts = [
    [standing, 'were in it already'],
    [twice, 'stand there twice'],
    [wrong, 'do not read'],
  ] as const;
  return parts.map(([count, words]) => (count === 0 ? '' : `; ${count} ${words}`)).join('');
}
