/** What people are told of groups and contacts. */
import type { FieldWords, NounWords, Sentence } from '#core/words.ts';
import { urlCharactersMax } from './contact.ts';

export const contactForms = {
  phone: { en: 'a possible phone number', fr: 'un numéro de téléphone possible' },
  date: { en: 'a date such as 1990-12-31', fr: 'une date comme 1990-12-31' },
  url: {
    en: `an address of at most ${urlCharactersMax} characters that begins with http:// or https://`,
    fr: `une adresse de ${urlCharactersMax} caractères au plus qui commence par http:// ou https://`,
  },
} satisfies Record<string, Sentence>;

const group = { shape: 'ID', says: 'The group.' };

const groupRefusals = {
  'group is not there': {
    kind: 'unknown',
    en: 'Account {account} has no group {group}.',
    fr: 'Le compte {account} n’a pas de groupe {group}.',
    fix: {
      en: '`parley group list` shows its groups.',
      fr: '`parley group list` montre ses groupes.',
    },
  },
} as const satisfies NounWords['refusals'];

export const groupWords = {
  does: {
    'group list': {
      en: 'Lists the groups of an account, with their number of contacts.',
      fr: 'Liste les groupes d’un compte, avec le nombre de contacts de chacun.',
    },
    'group add': { en: 'Creates an empty group.', fr: 'Crée un groupe vide.' },
    'group rename': { en: 'Renames a group.', fr: 'Renomme un groupe.' },
    'group remove': {
      en: 'Deletes a group with its contacts.',
      fr: 'Supprime un groupe avec ses contacts.',
    },
  },
  fields: { group, name: { shape: 'NAME', says: 'What it is called.' } },
  refusals: {
    ...groupRefusals,
    'account has too many groups': {
      kind: 'conflict',
      en: 'The account already has the maximum of {max} groups.',
      fr: 'Le compte a déjà le maximum de {max} groupes.',
      fix: { en: 'Delete unused groups.', fr: 'Supprimez les groupes inutilisés.' },
    },
  },
} as const satisfies NounWords;

const custom: FieldWords = { shape: 'TEXT', says: 'Of your own.' };

export const contactWords = {
  does: {
    'contact list': {
      en: 'Lists the contacts of a group, at most 1000 at a time.',
      fr: 'Liste les contacts d’un groupe, 1000 au plus à la fois.',
    },
    'contact add': { en: 'Adds a contact to a group.', fr: 'Ajoute un contact à un groupe.' },
    'contact set': { en: 'Changes a contact.', fr: 'Modifie un contact.' },
    'contact remove': { en: 'Deletes a contact.', fr: 'Supprime un contact.' },
    'contact plan': {
      en: 'Says what an import of contacts would add, and which lines do not read.',
      fr: 'Dit ce qu’un import de contacts ajouterait, et quelles lignes sont illisibles.',
    },
    'contact import': {
      en: 'Adds contacts from a CSV file with a header line: phoneNumber, and any of firstname, lastname, date, url, custom1 to custom4.',
      fr: 'Ajoute des contacts d’un fichier CSV avec une ligne d’en-tête : phoneNumber, et au choix firstname, lastname, date, url, custom1 à custom4.',
    },
  },
  fields: {
    group,
    contact: { shape: 'ID', says: 'The contact.' },
    phone: { shape: 'PHONE', says: 'Such as +33612345678, or as it is dialled at home.' },
    firstname: { shape: 'NAME', says: 'First name.' },
    lastname: { shape: 'NAME', says: 'Last name.' },
    date: { shape: 'DAY', says: 'A birthday, the end of a contract.' },
    url: { shape: 'URL', says: 'A web address.' },
    custom1: custom,
    custom2: custom,
    custom3: custom,
    custom4: custom,
    begins: { shape: 'DIGITS', says: 'Of phones that begin so, such as 06 12.' },
    page: { shape: 'NUMBER', says: 'Which page.' },
    limit: { shape: 'COUNT', says: 'How many on a page.' },
    table: {
      shape: 'FILE',
      says: 'The CSV table. Phones that are already in the group are not changed.',
    },
    skipWrong: { shape: '', says: 'Leaves out the lines that do not read.' },
  },
  refusals: {
    ...groupRefusals,
    'contact is not there': {
      kind: 'unknown',
      en: 'Account {account} has no contact {contact}.',
      fr: 'Le compte {account} n’a pas de contact {contact}.',
      fix: {
        en: '`parley contact list` shows the contacts of a group.',
        fr: '`parley contact list` montre les contacts d’un groupe.',
      },
    },
    'phone of a contact is not possible': {
      kind: 'invalid',
      en: '{phone} is not a possible phone number.',
      fr: '{phone} n’est pas un numéro de téléphone possible.',
      fix: {
        en: 'Write it with its calling code, such as +33612345678.',
        fr: 'Écrivez-le avec son indicatif, comme +33612345678.',
      },
    },
    'phone is in the group': {
      kind: 'conflict',
      en: '{phone} is already in the group.',
      fr: '{phone} est déjà dans le groupe.',
      fix: { en: 'Change the existing contact.', fr: 'Modifiez le contact existant.' },
    },
    'group has no room': {
      kind: 'conflict',
      en: 'A group can have at most {max} contacts.',
      fr: 'Un groupe peut avoir au plus {max} contacts.',
      fix: {
        en: 'Add the other contacts to another group.',
        fr: 'Ajoutez les autres contacts à un autre groupe.',
      },
    },
    'contacts do not read': {
      kind: 'invalid',
      en: 'The table is not valid: {problem}.',
      fr: 'Le tableau n’est pas valide : {problem}.',
      fix: {
        en: 'Correct the invalid lines, or skip them.',
        fr: 'Corrigez les lignes non valides, ou ignorez-les.',
      },
    },
  },
} as const satisfies NounWords;
