/** Who calls, and how often. */
import type { ErrorReply } from './error-reply.ts';

export const accessErrors = {
  'key is missing': {
    code: 1,
    status: 401,
    en: 'The API key is required.',
    fr: 'La clé d’API est obligatoire.',
    fix: {
      en: 'Send the key in a header (Authorization: Bearer, or X-Api-Key) or as apiKey.',
      fr: 'Envoyez la clé dans un en-tête (Authorization: Bearer, ou X-Api-Key) ou dans apiKey.',
    },
  },
  'key is wrong': {
    code: 10,
    status: 401,
    en: 'The API key is not valid.',
    fr: 'La clé d’API n’est pas valide.',
    fix: {
      en: 'Check that the whole key was copied. If it was revoked, create another one under API settings.',
      fr: 'Vérifiez que la clé entière a été copiée. Si elle a été révoquée, créez-en une autre dans les réglages API.',
    },
  },
  'key has expired': {
    code: 10,
    status: 401,
    en: 'The API key has expired.',
    fr: 'La clé d’API a expiré.',
    fix: {
      en: 'Create another key under API settings, or set a later expiry for this one.',
      fr: 'Créez une autre clé dans les réglages API, ou repoussez l’expiration de celle-ci.',
    },
  },
  'key is for other addresses': {
    code: 40,
    status: 403,
    en: 'This API key is not accepted from your IP address.',
    fr: 'Cette clé d’API n’est pas acceptée depuis votre adresse IP.',
    fix: {
      en: 'Call from one of the key’s addresses, or add your address under API settings.',
      fr: 'Appelez depuis l’une des adresses de la clé, ou ajoutez la vôtre dans les réglages API.',
    },
  },
  'key may not do this': {
    code: 96,
    status: 403,
    en: 'This API key does not have the scope {scope}, which the command requires.',
    fr: 'Cette clé d’API n’a pas le droit {scope}, que la commande exige.',
    fix: {
      en: 'Use a key with this scope, or add the scope to this key under API settings.',
      fr: 'Utilisez une clé qui a ce droit, ou ajoutez-le à celle-ci dans les réglages API.',
    },
  },
  'key is in the query': {
    code: 10,
    status: 401,
    en: 'This account does not accept API keys in the query, because logs record them. Put the key into a header, and replace it.',
    fr: 'Ce compte n’accepte pas de clé d’API dans la query, car les journaux l’enregistrent. Mettez la clé dans un en-tête, et remplacez-la.',
    fix: {
      en: 'Send the key in a header or in the body, and revoke the key that was in the URL.',
      fr: 'Envoyez la clé dans un en-tête ou dans le corps, et révoquez celle qui figurait dans l’URL.',
    },
  },
  'key is in no header': {
    code: 10,
    status: 401,
    en: 'This account accepts API keys only in a header: Authorization: Bearer, or X-Api-Key.',
    fr: 'Ce compte n’accepte la clé d’API que dans un en-tête : Authorization: Bearer, ou X-Api-Key.',
    fix: {
      en: 'Send the key as Authorization: Bearer, or as X-Api-Key.',
      fr: 'Envoyez la clé par Authorization: Bearer, ou par X-Api-Key.',
    },
  },
  'keys differ': {
    code: 9,
    status: 400,
    en: 'The request carries two different API keys.',
    fr: 'La requête contient deux clés d’API différentes.',
    fix: { en: 'Remove one of the two keys.', fr: 'Retirez l’une des deux clés.' },
  },
  'too many wrong keys': {
    code: 429,
    status: 429,
    en: 'Too many requests with invalid API keys came from your address. Try again later.',
    fr: 'Trop de requêtes avec une clé d’API non valide sont venues de votre adresse. Réessayez plus tard.',
    fix: {
      en: 'Stop the program that uses the invalid key, and wait for the time in Retry-After.',
      fr: 'Arrêtez le programme qui utilise la clé non valide, et attendez la durée indiquée par Retry-After.',
    },
  },
  'account is disabled': {
    code: 20,
    status: 403,
    en: 'The account is disabled.',
    fr: 'Le compte est désactivé.',
    fix: {
      en: 'Ask the administrator of this server.',
      fr: 'Adressez-vous à l’administrateur de ce serveur.',
    },
  },
  'account is blocked': {
    code: 30,
    status: 403,
    en: 'The account is blocked.',
    fr: 'Le compte est bloqué.',
    fix: {
      en: 'Ask the administrator of this server.',
      fr: 'Adressez-vous à l’administrateur de ce serveur.',
    },
  },
  'too many requests': {
    code: 429,
    status: 429,
    en: 'The limit requests-second of this key is exceeded. Try again later.',
    fr: 'La limite requests-second de cette clé est dépassée. Réessayez plus tard.',
    fix: {
      en: 'Wait for the time in Retry-After. One request can have up to 500 recipients.',
      fr: 'Attendez la durée indiquée par Retry-After. Une requête peut avoir jusqu’à 500 destinataires.',
    },
  },
} satisfies Record<string, ErrorReply>;
