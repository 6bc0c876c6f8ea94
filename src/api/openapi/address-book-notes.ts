/** The commands about opt-out list and address book, as the document describes them. */
import type { CommandNote, CommandNotes } from './command-note.ts';
import {
  entryId,
  explanation,
  firstName,
  instant,
  lastIdRead,
  lastName,
  page,
  parisTime,
  phone,
  totalOfPages,
} from './common-notes.ts';
import { type JsonSchema, list, record, text, whole } from './json-schema.ts';

const stopNotes: CommandNotes = {
  '/v1/stop-sms/list': {
    summary: {
      en: 'Lists the phones on the opt-out list.',
      fr: 'Liste les téléphones de la liste de désinscription.',
    },
    takes: {
      after: lastIdRead,
      limit: whole(
        { en: 'Number of entries to return.', fr: 'Nombre d’entrées à renvoyer.' },
        { minimum: 1, maximum: 10_000 },
      ),
    },
    gives: {
      nbData: whole({
        en: 'Number of phones on the list.',
        fr: 'Nombre de téléphones de la liste.',
      }),
      data: list(
        record({
          id: entryId,
          phoneNumber: text({
            en: 'Phone number; `erased` if the personal data was erased.',
            fr: 'Numéro de téléphone ; `erased` si les données personnelles ont été effacées.',
          }),
          createdAt: parisTime,
        }),
        {
          en: 'Entries, in the order of their IDs.',
          fr: 'Entrées, dans l’ordre de leurs identifiants.',
        },
      ),
    },
    givesAll: true,
  },
  '/v1/stop-sms/add': {
    summary: {
      en: 'Adds a phone to the opt-out list.',
      fr: 'Ajoute un téléphone à la liste de désinscription.',
    },
    takes: { phoneNumber: phone },
    needs: ['phoneNumber'],
    gives: { stopId: entryId },
    givesAll: true,
  },
  '/v1/stop-sms/delete': {
    summary: {
      en: 'Removes an entry from the opt-out list.',
      fr: 'Retire une entrée de la liste de désinscription.',
    },
    takes: { id: entryId },
    needs: ['id'],
  },
};

const groupId = whole({ en: 'Group ID.', fr: 'Identifiant du groupe.' });
const groupName = text({ en: 'Name of the group.', fr: 'Nom du groupe.' });
const contactId = whole({ en: 'Contact ID.', fr: 'Identifiant du contact.' });
const custom = text({
  en: 'Custom field, for any text.',
  fr: 'Champ personnalisé, pour un texte quelconque.',
});

const contactTakes = {
  phoneNumber: phone,
  firstname: firstName,
  lastname: lastName,
  date: text({
    en: 'A date, such as a birthday.',
    fr: 'Une date, par exemple un anniversaire.',
  }),
  url: text({ en: 'A web address.', fr: 'Une adresse web.' }, { format: 'uri' }),
  custom1: custom,
  custom2: custom,
  custom3: custom,
  custom4: custom,
};

const contact: JsonSchema = {
  type: 'object',
  description: { en: 'A contact.', fr: 'Un contact.' },
  properties: contactTakes,
};

const plainText = { type: 'string' };
const contactTexts = {
  firstname: plainText,
  lastname: plainText,
  date: plainText,
  url: plainText,
  custom1: plainText,
  custom2: plainText,
  custom3: plainText,
  custom4: plainText,
};

const toldContact = record({
  contactId,
  phone,
  ...contactTexts,
  createdAt: instant,
  stopSms: {
    type: 'boolean',
    description: {
      en: 'Whether the phone is on the opt-out list.',
      fr: 'Si le téléphone est sur la liste de désinscription.',
    },
  },
  groupId,
});

/** The answer to one contact is the contact; to a list, a result for each line. */
const addedContacts = {
  contact: record({ contactId, phoneNumber: phone, ...contactTexts }),
  groupe: record({ name: groupName, token: groupId }),
  results: list(
    record({
      success: { type: 'boolean' },
      code: whole({ en: 'Error code.', fr: 'Code d’erreur.' }),
      phoneNumber: text({
        en: 'Phone number as it was sent.',
        fr: 'Numéro de téléphone tel qu’il a été envoyé.',
      }),
      message: explanation,
    }),
    { en: 'Contacts that were refused.', fr: 'Contacts refusés.' },
  ),
  rapport: record({
    nbline: whole({ en: 'Number of contacts received.', fr: 'Nombre de contacts reçus.' }),
    nbline_imported: whole({
      en: 'Number of contacts added.',
      fr: 'Nombre de contacts ajoutés.',
    }),
    nbline_updated: whole({
      en: 'Number of contacts that were in the group already.',
      fr: 'Nombre de contacts qui étaient déjà dans le groupe.',
    }),
    errors: { type: 'object', additionalProperties: { type: 'integer' } },
  }),
};

const addGroup: CommandNote = {
  summary: {
    en: 'Adds a group to the address book.',
    fr: 'Ajoute un groupe au carnet d’adresses.',
  },
  takes: { name: groupName },
  needs: ['name'],
  gives: { name: groupName, groupId },
  givesAll: true,
};
const removeGroup: CommandNote = {
  summary: {
    en: 'Removes a group and its contacts.',
    fr: 'Supprime un groupe et ses contacts.',
  },
  takes: { groupId },
  needs: ['groupId'],
};
const upTo500Contacts = { en: 'Up to 500 contacts.', fr: 'Jusqu’à 500 contacts.' };
const addContact: CommandNote = {
  summary: {
    en: 'Adds one contact or several to a group.',
    fr: 'Ajoute un ou plusieurs contacts à un groupe.',
  },
  takes: {
    groupId,
    contact,
    contactsList: list(contact, {
      en: 'Several contacts, instead of `contact`.',
      fr: 'Plusieurs contacts, au lieu de `contact`.',
    }),
  },
  needs: ['groupId'],
  gives: addedContacts,
};
const addManyContacts: CommandNote = {
  summary: {
    en: 'Adds up to 500 contacts to a group.',
    fr: 'Ajoute jusqu’à 500 contacts à un groupe.',
  },
  takes: { groupId, contactsList: list(contact, upTo500Contacts) },
  needs: ['groupId', 'contactsList'],
  gives: addedContacts,
};
const removeContact: CommandNote = {
  summary: { en: 'Removes a contact.', fr: 'Supprime un contact.' },
  takes: { contactId },
  needs: ['contactId'],
};

export const addressBookNotes: CommandNotes = {
  ...stopNotes,
  '/v1/group/add': addGroup,
  '/v1/group/create': addGroup,
  '/v1/group/list': {
    summary: {
      en: 'Lists the groups of the address book: all, or 20 per page with `page`.',
      fr: 'Liste les groupes du carnet d’adresses : tous, ou 20 par page avec `page`.',
    },
    takes: { page },
    gives: {
      groups: list(record({ id: groupId, name: groupName, createdAt: instant }), {
        en: 'The groups.',
        fr: 'Les groupes.',
      }),
    },
    givesAll: true,
  },
  '/v1/group/update': {
    summary: { en: 'Renames a group.', fr: 'Renomme un groupe.' },
    takes: { groupId, name: groupName },
    needs: ['groupId', 'name'],
    gives: { name: groupName, groupId },
    givesAll: true,
  },
  '/v1/group/delete': removeGroup,
  '/v1/group/remove': removeGroup,
  '/v1/contact/add': addContact,
  '/v1/contact/create': addContact,
  '/v1/contact/multiple/add': addManyContacts,
  '/v1/contact/detail': {
    summary: { en: 'Returns a contact.', fr: 'Renvoie un contact.' },
    takes: { contactId },
    needs: ['contactId'],
    gives: { contact: toldContact },
    givesAll: true,
  },
  '/v1/contact/list': {
    summary: { en: 'Lists the contacts of a group.', fr: 'Liste les contacts d’un groupe.' },
    takes: {
      groupId,
      page,
      limit: whole(
        {
          en: 'Number of contacts per page. Default: 20.',
          fr: 'Nombre de contacts par page. Par défaut : 20.',
        },
        { minimum: 1, maximum: 500 },
      ),
    },
    needs: ['groupId'],
    gives: {
      currentPage: page,
      total: totalOfPages,
      datas: list(toldContact, {
        en: 'Contacts on this page.',
        fr: 'Contacts de cette page.',
      }),
      contacts: list(toldContact, { en: 'Same as `datas`.', fr: 'Identique à `datas`.' }),
    },
    givesAll: true,
  },
  '/v1/contact/update': {
    summary: {
      en: 'Changes the given fields of a contact, in `contact` or beside it; an empty string clears a field.',
      fr: 'Change les champs donnés d’un contact, dans `contact` ou à côté ; un texte vide efface un champ.',
    },
    takes: { contactId, contact, ...contactTakes },
    needs: ['contactId'],
    gives: { contact: toldContact },
    givesAll: true,
  },
  '/v1/contact/delete': removeContact,
  '/v1/contact/remove': removeContact,
};
