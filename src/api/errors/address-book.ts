/** The address book. */
import type { ErrorReply } from './error-reply.ts';

export const addressBookErrors = {
  'group id is missing': {
    code: 1,
    status: 400,
    en: 'The group id is required.',
    fr: 'L’identifiant du groupe est obligatoire.',
    fix: {
      en: 'Give groupId, as group/list tells it.',
      fr: 'Donnez groupId, tel que le rapporte group/list.',
    },
  },
  'group name is missing': {
    code: 2,
    status: 400,
    en: 'The name of the group is required.',
    fr: 'Le nom du groupe est obligatoire.',
    fix: {
      en: 'Give the group a name.',
      fr: 'Donnez un nom au groupe.',
    },
  },
  'group is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such group.',
    fr: 'Il n’y a pas de tel groupe.',
    fix: {
      en: 'Look the id up with group/list.',
      fr: 'Cherchez l’identifiant avec group/list.',
    },
  },
  'too many groups': {
    code: 50,
    status: 400,
    en: 'The account has {max} groups, no more fit.',
    fr: 'Le compte a {max} groupes, il n’y a plus de place.',
    fix: {
      en: 'Delete groups that nobody uses, or put contacts together.',
      fr: 'Supprimez les groupes inutilisés, ou réunissez des contacts.',
    },
  },
  'too many groups at once': {
    code: 50,
    status: 400,
    en: 'At most {max} groups fit in one request.',
    fr: 'Une requête contient au plus {max} groupes.',
    fix: {
      en: 'Name fewer groups, and send the others in another request.',
      fr: 'Nommez moins de groupes, et les autres dans une autre requête.',
    },
  },
  'group is full': {
    code: 50,
    status: 400,
    en: 'A group has {max} contacts at most.',
    fr: 'Un groupe a {max} contacts au plus.',
    fix: {
      en: 'Put the contact into another group; a send may name several.',
      fr: 'Mettez le contact dans un autre groupe ; un envoi peut en nommer plusieurs.',
    },
  },
  'contact is missing': {
    code: 2,
    status: 400,
    en: 'A contact, or a list of them, is required.',
    fr: 'Un contact, ou une liste de contacts, est obligatoire.',
    fix: {
      en: 'Give a contact with its phone number, or a list of them.',
      fr: 'Donnez un contact avec son numéro de téléphone, ou une liste de contacts.',
    },
  },
  'too many contacts': {
    code: 50,
    status: 400,
    en: 'A request adds {max} contacts at most.',
    fr: 'Une requête ajoute {max} contacts au plus.',
    fix: {
      en: 'Split the list over several requests.',
      fr: 'Répartissez la liste sur plusieurs requêtes.',
    },
  },
  'contact id is missing': {
    code: 1,
    status: 400,
    en: 'The contact id is required.',
    fr: 'L’identifiant du contact est obligatoire.',
    fix: {
      en: 'Give the contact’s id, as contact/list tells it.',
      fr: 'Donnez l’identifiant du contact, tel que le rapporte contact/list.',
    },
  },
  'contact is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such contact.',
    fr: 'Il n’y a pas de tel contact.',
    fix: {
      en: 'Look the id up with contact/list.',
      fr: 'Cherchez l’identifiant avec contact/list.',
    },
  },
  'number is in the group': {
    code: 15,
    status: 409,
    en: 'The phone number is in the group already.',
    fr: 'Le numéro est déjà dans le groupe.',
    fix: {
      en: 'Nothing is to do, or change the contact with contact/update.',
      fr: 'Il n’y a rien à faire, ou modifiez le contact avec contact/update.',
    },
  },
  'number is in the list twice': {
    code: 15,
    status: 409,
    en: 'The phone number is in the list twice.',
    fr: 'Le numéro est deux fois dans la liste.',
    fix: {
      en: 'Name each phone once.',
      fr: 'Nommez chaque téléphone une seule fois.',
    },
  },
} satisfies Record<string, ErrorReply>;
