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
    fix: { en: 'Send a name, or remove it.', fr: 'Envoyez un nom, ou retirez-le.' },
  },
  'number name is malformed': {
    code: 1,
    status: 400,
    en: 'The name must be one line of at most {max} characters.',
    fr: 'Le nom doit être une ligne d’au plus {max} caractères.',
    fix: {
      en: 'Shorten it, and remove line breaks.',
      fr: 'Raccourcissez-le, et retirez les sauts de ligne.',
    },
  },
  'virtual number is missing': {
    code: 5,
    status: 400,
    en: 'The virtual number is required.',
    fr: 'Le numéro virtuel est obligatoire.',
    fix: { en: 'Send number, one from vn/list.', fr: 'Envoyez number, l’un de vn/list.' },
  },
  'forwarding type is missing': {
    code: 6,
    status: 400,
    en: 'The type is required: 0 disabled, 1 call forwarding, 2 voicemail.',
    fr: 'Le type est obligatoire : 0 désactivé, 1 renvoi d’appel, 2 messagerie vocale.',
    fix: { en: 'Send type 0, 1 or 2.', fr: 'Envoyez type 0, 1 ou 2.' },
  },
  'forwarding type is unknown': {
    code: 7,
    status: 400,
    en: 'The type must be 0 (disabled), 1 (call forwarding) or 2 (voicemail).',
    fr: 'Le type doit être 0 (désactivé), 1 (renvoi d’appel) ou 2 (messagerie vocale).',
    fix: { en: 'Send type 0, 1 or 2.', fr: 'Envoyez type 0, 1 ou 2.' },
  },
  'forwarding target is missing': {
    code: 8,
    status: 400,
    en: 'param is required: the number to forward to, or the email address to notify.',
    fr: 'param est obligatoire : le numéro de renvoi, ou l’adresse e-mail à prévenir.',
    fix: { en: 'Send param.', fr: 'Envoyez param.' },
  },
  'voicemail address is malformed': {
    code: 9,
    status: 400,
    en: 'param must be an email address.',
    fr: 'param doit être une adresse e-mail.',
    fix: {
      en: 'Write one address, such as ann@example.com.',
      fr: 'Écrivez une seule adresse, par exemple ann@example.com.',
    },
  },
  'forwarding number is not possible': {
    code: 12,
    status: 400,
    en: 'Calls cannot be forwarded to this number: it is not valid, leads back to this server, or is blocked for the account.',
    fr: 'Les appels ne peuvent pas être renvoyés vers ce numéro : il n’est pas valide, ramène à ce serveur, ou est bloqué pour le compte.',
    fix: {
      en: 'Forward to another number, or ask the administrator to open its country: parley call countries.',
      fr: 'Renvoyez vers un autre numéro, ou demandez à l’administrateur d’ouvrir son pays : parley call countries.',
    },
  },
  'number is unknown': {
    code: 13,
    status: 404,
    en: 'The account does not have this virtual number.',
    fr: 'Le compte n’a pas ce numéro virtuel.',
    fix: { en: 'Look up your numbers with vn/list.', fr: 'Cherchez vos numéros avec vn/list.' },
  },
  'voicemail is unknown': {
    code: 4,
    status: 404,
    en: 'The account does not have this voicemail.',
    fr: 'Le compte n’a pas ce message vocal.',
    fix: {
      en: 'Look up the id with vn/voicemails.',
      fr: 'Cherchez l’identifiant avec vn/voicemails.',
    },
  },
  'number cannot forward': {
    code: 14,
    status: 409,
    en: 'Call forwarding is not enabled for this number.',
    fr: 'Le renvoi d’appel n’est pas activé pour ce numéro.',
    fix: {
      en: 'Ask the administrator of this server to enable it: parley number set --forward on.',
      fr: 'Demandez à l’administrateur de ce serveur de l’activer : parley number set --forward on.',
    },
  },
  'number is deactivated': {
    code: 15,
    status: 409,
    en: 'The number is deactivated.',
    fr: 'Le numéro est désactivé.',
    fix: {
      en: 'Ask the administrator of this server to activate it.',
      fr: 'Demandez à l’administrateur de ce serveur de l’activer.',
    },
  },
  'forwarding is on already': {
    code: 16,
    status: 409,
    en: 'Call forwarding is already enabled.',
    fr: 'Le renvoi d’appel est déjà activé.',
    fix: {
      en: 'No action is needed. To change the target, send type 0 first.',
      fr: 'Aucune action n’est nécessaire. Pour changer la destination, envoyez d’abord type 0.',
    },
  },
  'voicemail is on already': {
    code: 17,
    status: 409,
    en: 'Voicemail is already enabled.',
    fr: 'La messagerie vocale est déjà activée.',
    fix: {
      en: 'No action is needed. To change the target, send type 0 first.',
      fr: 'Aucune action n’est nécessaire. Pour changer la destination, envoyez d’abord type 0.',
    },
  },
  'forwarding is off already': {
    code: 18,
    status: 409,
    en: 'Call forwarding is already disabled.',
    fr: 'Le renvoi d’appel est déjà désactivé.',
    fix: { en: 'No action is needed.', fr: 'Aucune action n’est nécessaire.' },
  },
  'number is not free': {
    code: 13,
    status: 404,
    en: 'This number cannot be rented.',
    fr: 'Ce numéro ne peut pas être loué.',
    fix: {
      en: 'Choose another one from vn/available.',
      fr: 'Choisissez-en un autre dans vn/available.',
    },
  },
  'number is taken': {
    code: 409,
    status: 409,
    en: 'Somebody else has just rented this number.',
    fr: 'Quelqu’un d’autre vient de louer ce numéro.',
    fix: {
      en: 'Choose another one from vn/available.',
      fr: 'Choisissez-en un autre dans vn/available.',
    },
  },
  'rent is not covered': {
    code: 11,
    status: 402,
    en: 'The balance does not cover the first month of {price}.',
    fr: 'Le solde ne couvre pas le premier mois de {price}.',
    fix: {
      en: 'Credit the account, or choose a cheaper number.',
      fr: 'Créditez le compte, ou choisissez un numéro moins cher.',
    },
  },
  'test keys lead no calls': {
    code: 40,
    status: 403,
    en: 'A test key can change call forwarding only for numbers of the simulator.',
    fr: 'Une clé de test ne peut changer le renvoi d’appel que des numéros du simulateur.',
    fix: { en: 'Use a live key.', fr: 'Utilisez une clé réelle.' },
  },
  'test keys rent nothing': {
    code: 40,
    status: 403,
    en: 'A test key cannot rent or release numbers.',
    fr: 'Une clé de test ne peut ni louer ni rendre de numéros.',
    fix: { en: 'Use a live key.', fr: 'Utilisez une clé réelle.' },
  },
} satisfies Record<string, ErrorReply>;
