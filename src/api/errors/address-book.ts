/** The address book. */
import type { ErrorReply } from './error-reply.ts';

export const addressBookErrors = {
  'group id is missing': {
    code: 1,
    status: 400,
    en: 'The group id is required.',
    fr: 'L’identifiant du groupe est obligatoire.',
  },
  'group name is missing': {
    code: 2,
    status: 400,
    en: 'The name of the group is required.',
    fr: 'Le nom du groupe est obligatoire.',
  },
  'group is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such group.',
    fr: 'Il n’y a pas de tel groupe.',
  },
  'too many groups': {
    code: 50,
    status: 400,
    en: 'The account has {max} groups, no more fit.',
    fr: 'Le compte a {max} groupes, il n’y a plus de place.',
  },
  'too many groups at once': {
    code: 50,
    status: 400,
    en: 'At most {max} groups fit in one request.',
    fr: 'Une requête contient au plus {max} groupes.',
  },
  'group is full': {
    code: 50,
    status: 400,
    en: 'A group has {max} contacts at most.',
    fr: 'Un groupe a {max} contacts au plus.',
  },
  'contact is missing': {
    code: 2,
    status: 400,
    en: 'A contact, or a list of them, is required.',
    fr: 'Un contact, ou une liste de contacts, est obligatoire.',
  },
  'too many contacts': {
    code: 50,
    status: 400,
    en: 'A request adds {max} contacts at most.',
    fr: 'Une requête ajoute {max} contacts au plus.',
  },
  'contact id is missing': {
    code: 1,
    status: 400,
    en: 'The contact id is required.',
    fr: 'L’identifiant du contact est obligatoire.',
  },
  'contact is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such contact.',
    fr: 'Il n’y a pas de tel contact.',
  },
  'number is in the group': {
    code: 15,
    status: 409,
    en: 'The phone number is in the group already.',
    fr: 'Le numéro est déjà dans le groupe.',
  },
  'number is in the list twice': {
    code: 15,
    status: 409,
    en: 'The phone number is in the list twice.',
    fr: 'Le numéro est deux fois dans la liste.',
  },
} satisfies Record<string, ErrorReply>;
