/** The address book. */
import type { ErrorReply } from './error-reply.ts';

export const addressBookErrors = {
  'group id is missing': {
    code: 1,
    status: 400,
    en: 'The group id is required.',
    fr: 'L’identifiant du groupe est obligatoire.',
    fix: {
      en: 'Send groupId, as returned by group/list.',
      fr: 'Envoyez groupId, tel que le renvoie group/list.',
    },
  },
  'group name is missing': {
    code: 2,
    status: 400,
    en: 'The name of the group is required.',
    fr: 'Le nom du groupe est obligatoire.',
    fix: { en: 'Give the group a name.', fr: 'Donnez un nom au groupe.' },
  },
  'group is unknown': {
    code: 4,
    status: 404,
    en: 'The group does not exist.',
    fr: 'Le groupe n’existe pas.',
    fix: { en: 'Look up the id with group/list.', fr: 'Cherchez l’identifiant avec group/list.' },
  },
  'too many groups': {
    code: 50,
    status: 400,
    en: 'The account already has the maximum of {max} groups.',
    fr: 'Le compte a déjà le maximum de {max} groupes.',
    fix: {
      en: 'Delete unused groups, or merge groups.',
      fr: 'Supprimez les groupes inutilisés, ou fusionnez des groupes.',
    },
  },
  'too many groups at once': {
    code: 50,
    status: 400,
    en: 'A request can have at most {max} groups.',
    fr: 'Une requête peut avoir au plus {max} groupes.',
    fix: {
      en: 'Send the other groups in another request.',
      fr: 'Envoyez les autres groupes dans une autre requête.',
    },
  },
  'group is full': {
    code: 50,
    status: 400,
    en: 'A group can have at most {max} contacts.',
    fr: 'Un groupe peut avoir au plus {max} contacts.',
    fix: {
      en: 'Add the contact to another group; a message can be sent to several groups.',
      fr: 'Ajoutez le contact à un autre groupe ; un message peut être envoyé à plusieurs groupes.',
    },
  },
  'contact is missing': {
    code: 2,
    status: 400,
    en: 'A contact or a list of contacts is required.',
    fr: 'Un contact ou une liste de contacts est obligatoire.',
    fix: {
      en: 'Send a contact with its phone number, or a list of contacts.',
      fr: 'Envoyez un contact avec son numéro de téléphone, ou une liste de contacts.',
    },
  },
  'too many contacts': {
    code: 50,
    status: 400,
    en: 'A request can add at most {max} contacts.',
    fr: 'Une requête peut ajouter au plus {max} contacts.',
    fix: {
      en: 'Split the list into several requests.',
      fr: 'Répartissez la liste sur plusieurs requêtes.',
    },
  },
  'contact id is missing': {
    code: 1,
    status: 400,
    en: 'The contact id is required.',
    fr: 'L’identifiant du contact est obligatoire.',
    fix: {
      en: 'Send the contact’s id, as returned by contact/list.',
      fr: 'Envoyez l’identifiant du contact, tel que le renvoie contact/list.',
    },
  },
  'contact is unknown': {
    code: 4,
    status: 404,
    en: 'The contact does not exist.',
    fr: 'Le contact n’existe pas.',
    fix: {
      en: 'Look up the id with contact/list.',
      fr: 'Cherchez l’identifiant avec contact/list.',
    },
  },
  'number is in the group': {
    code: 15,
    status: 409,
    en: 'The phone number is already in the group.',
    fr: 'Le numéro est déjà dans le groupe.',
    fix: {
      en: 'No action is needed. To change the contact, use contact/update.',
      fr: 'Aucune action n’est nécessaire. Pour modifier le contact, utilisez contact/update.',
    },
  },
  'number is in the list twice': {
    code: 15,
    status: 409,
    en: 'The phone number occurs twice in the list.',
    fr: 'Le numéro figure deux fois dans la liste.',
    fix: { en: 'List each phone number once.', fr: 'Indiquez chaque numéro une seule fois.' },
  },
} satisfies Record<string, ErrorReply>;
