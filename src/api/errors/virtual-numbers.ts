/** Virtual numbers and what calls to them do: the codes of the interface's section 7. */
import type { ErrorReply } from './error-reply.ts';

export const virtualNumberErrors = {
  'callforward key is missing': {
    code: 10,
    status: 401,
    en: 'The API key is required.',
    fr: 'La clé d’API est obligatoire.',
    fix: {
      en: 'Send the key in a header (Authorization: Bearer, or X-Api-Key) or as apiKey.',
      fr: 'Envoyez la clé dans un en-tête (Authorization: Bearer, ou X-Api-Key) ou dans apiKey.',
    },
  },
  'number name is empty': {
    code: 1,
    status: 400,
    en: 'The name must not be empty.',
    fr: 'Le nom ne doit pas être vide.',
    fix: {
      en: 'Write a name, or leave it out.',
      fr: 'Écrivez un nom, ou retirez-le.',
    },
  },
  'number name is malformed': {
    code: 1,
    status: 400,
    en: 'The name must be one line of at most {max} characters.',
    fr: 'Le nom doit être une ligne d’au plus {max} caractères.',
    fix: {
      en: 'Shorten it, and take line breaks out.',
      fr: 'Raccourcissez-le, et ôtez les sauts de ligne.',
    },
  },
  'virtual number is missing': {
    code: 5,
    status: 400,
    en: 'The virtual number is required.',
    fr: 'Le numéro virtuel est obligatoire.',
    fix: {
      en: 'Give number, one of vn/list.',
      fr: 'Donnez number, l’un de vn/list.',
    },
  },
  'forwarding type is missing': {
    code: 6,
    status: 400,
    en: 'The type is required: 0 disabled, 1 call forwarding, 2 voicemail.',
    fr: 'Le type est obligatoire : 0 désactivé, 1 renvoi d’appel, 2 messagerie vocale.',
    fix: {
      en: 'Send type 0, 1 or 2.',
      fr: 'Envoyez type 0, 1 ou 2.',
    },
  },
  'forwarding type is unknown': {
    code: 7,
    status: 400,
    en: 'The type must be 0 (disabled), 1 (call forwarding) or 2 (voicemail).',
    fr: 'Le type doit être 0 (désactivé), 1 (renvoi d’appel) ou 2 (messagerie vocale).',
    fix: {
      en: 'Send type 0, 1 or 2.',
      fr: 'Envoyez type 0, 1 ou 2.',
    },
  },
  'forwarding target is missing': {
    code: 8,
    status: 400,
    en: 'The param is required: the number to forward to, or the e-mail address to notify.',
    fr: 'Le param est obligatoire : le numéro de renvoi, ou l’adresse e-mail à prévenir.',
    fix: {
      en: 'Give param.',
      fr: 'Donnez param.',
    },
  },
  'voicemail address is malformed': {
    code: 9,
    status: 400,
    en: 'The param must be an e-mail address.',
    fr: 'Le param doit être une adresse e-mail.',
    fix: {
      en: 'Write one address, such as ann@example.com.',
      fr: 'Écrivez une seule adresse, par exemple ann@example.com.',
    },
  },
  'forwarding number is not possible': {
    code: 12,
    status: 400,
    en: 'Calls cannot be forwarded to this number: it is no possible number, leads back here, or is closed to the account.',
    fr: 'Les appels ne peuvent pas être renvoyés vers ce numéro : il est impossible, ramène ici, ou est fermé pour le compte.',
    fix: {
      en: 'Forward to another number, or have its country opened: parley call countries.',
      fr: 'Renvoyez vers un autre numéro, ou faites ouvrir son pays : parley call countries.',
    },
  },
  'number is unknown': {
    code: 13,
    status: 404,
    en: 'The account has no such virtual number.',
    fr: 'Le compte n’a pas ce numéro virtuel.',
    fix: {
      en: 'Look your numbers up with vn/list.',
      fr: 'Cherchez vos numéros avec vn/list.',
    },
  },
  'voicemail is unknown': {
    code: 4,
    status: 404,
    en: 'The account has no such voicemail.',
    fr: 'Le compte n’a pas ce message vocal.',
    fix: {
      en: 'Look the id up with vn/voicemails.',
      fr: 'Cherchez l’identifiant avec vn/voicemails.',
    },
  },
  'number cannot forward': {
    code: 14,
    status: 409,
    en: 'Call forwarding is not enabled for this number.',
    fr: 'Le renvoi d’appel n’est pas activé pour ce numéro.',
    fix: {
      en: 'Have whoever runs this server switch it on: parley number set --forward on.',
      fr: 'Faites activer le renvoi par qui exploite ce serveur : parley number set --forward on.',
    },
  },
  'number is deactivated': {
    code: 15,
    status: 409,
    en: 'The number is deactivated.',
    fr: 'Le numéro est désactivé.',
    fix: {
      en: 'Have whoever runs this server activate it.',
      fr: 'Faites-le activer par qui exploite ce serveur.',
    },
  },
  'forwarding is on already': {
    code: 16,
    status: 409,
    en: 'Call forwarding is already enabled.',
    fr: 'Le renvoi d’appel est déjà activé.',
    fix: {
      en: 'Nothing is to do; to change the target, send type 0 first.',
      fr: 'Il n’y a rien à faire ; pour changer la destination, envoyez d’abord type 0.',
    },
  },
  'voicemail is on already': {
    code: 17,
    status: 409,
    en: 'Voicemail is already enabled.',
    fr: 'La messagerie vocale est déjà activée.',
    fix: {
      en: 'Nothing is to do; to change the target, send type 0 first.',
      fr: 'Il n’y a rien à faire ; pour changer la destination, envoyez d’abord type 0.',
    },
  },
  'forwarding is off already': {
    code: 18,
    status: 409,
    en: 'Call forwarding is already disabled.',
    fr: 'Le renvoi d’appel est déjà désactivé.',
    fix: {
      en: 'Nothing is to do.',
      fr: 'Il n’y a rien à faire.',
    },
  },
  'number is not free': {
    code: 13,
    status: 404,
    en: 'There is no such number to rent.',
    fr: 'Il n’y a pas de tel numéro à louer.',
    fix: {
      en: 'Choose another one of vn/available.',
      fr: 'Choisissez-en un autre dans vn/available.',
    },
  },
  'number is taken': {
    code: 409,
    status: 409,
    en: 'Somebody else has just rented this number.',
    fr: 'Quelqu’un d’autre vient de louer ce numéro.',
    fix: {
      en: 'Choose another one of vn/available.',
      fr: 'Choisissez-en un autre dans vn/available.',
    },
  },
  'rent is not covered': {
    code: 11,
    status: 402,
    en: 'The balance does not cover the first month of {price}.',
    fr: 'Le solde ne couvre pas le premier mois de {price}.',
    fix: {
      en: 'Have the account credited, or choose a cheaper number.',
      fr: 'Faites créditer le compte, ou choisissez un numéro moins cher.',
    },
  },
  'test keys lead no calls': {
    code: 40,
    status: 403,
    en: 'A test key changes what calls do only for numbers of the simulator.',
    fr: 'Une clé de test ne change les appels que des numéros du simulateur.',
    fix: {
      en: 'Use a live key.',
      fr: 'Employez une clé réelle.',
    },
  },
  'test keys rent nothing': {
    code: 40,
    status: 403,
    en: 'A test key rents no numbers and gives none back.',
    fr: 'Une clé de test ne loue ni ne rend de numéros.',
    fix: {
      en: 'Use a live key.',
      fr: 'Employez une clé réelle.',
    },
  },
} satisfies Record<string, ErrorReply>;
