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
    en: 'The API key is wrong.',
    fr: 'La clé d’API est incorrecte.',
    fix: {
      en: 'Copy the key whole; if it was revoked, make another one under API settings.',
      fr: 'Copiez la clé entière ; si elle a été révoquée, créez-en une autre dans les réglages API.',
    },
  },
  'key has expired': {
    code: 10,
    status: 401,
    en: 'The API key has expired.',
    fr: 'La clé d’API a expiré.',
    fix: {
      en: 'Make another key under API settings, or give this one a later end.',
      fr: 'Créez une autre clé dans les réglages API, ou donnez à celle-ci une fin plus tardive.',
    },
  },
  'key is for other addresses': {
    code: 40,
    status: 403,
    en: 'This API key is not taken from your address.',
    fr: 'Cette clé d’API n’est pas acceptée depuis votre adresse.',
    fix: {
      en: 'Call from one of the key’s addresses, or add yours to them under API settings.',
      fr: 'Appelez depuis l’une des adresses de la clé, ou ajoutez-y la vôtre dans les réglages API.',
    },
  },
  'key may not do this': {
    code: 96,
    status: 403,
    en: 'This API key does not have the scope {scope} that the command needs.',
    fr: 'Cette clé d’API n’a pas le droit {scope} que demande la commande.',
    fix: {
      en: 'Use a key that has the scope, or give it to this one under API settings.',
      fr: 'Employez une clé qui a ce droit, ou donnez-le à celle-ci dans les réglages API.',
    },
  },
  'key is in the query': {
    code: 10,
    status: 401,
    en: 'This account takes no API key in the query, where logs keep it. Put it into a header, and make another key.',
    fr: 'Ce compte n’accepte pas de clé d’API dans la requête GET, où les journaux la gardent. Mettez-la dans un en-tête, et créez-en une autre.',
    fix: {
      en: 'Send the key in a header or in the body, and revoke the one that stood in the address.',
      fr: 'Envoyez la clé dans un en-tête ou dans le corps, et révoquez celle qui figurait dans l’adresse.',
    },
  },
  'key is in no header': {
    code: 10,
    status: 401,
    en: 'This account takes the API key from a header alone: Authorization: Bearer, or X-Api-Key.',
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
    fix: {
      en: 'Leave one of the two keys out.',
      fr: 'Retirez l’une des deux clés.',
    },
  },
  'too many wrong keys': {
    code: 429,
    status: 429,
    en: 'Too many wrong API keys came from your address. Try again later.',
    fr: 'Trop de clés d’API incorrectes sont venues de votre adresse. Réessayez plus tard.',
    fix: {
      en: 'Stop the program that calls with a wrong key, and wait as long as Retry-After says.',
      fr: 'Arrêtez le programme qui appelle avec une clé fausse, et attendez le temps qu’indique Retry-After.',
    },
  },
  'account is disabled': {
    code: 20,
    status: 403,
    en: 'The account is disabled.',
    fr: 'Le compte est désactivé.',
    fix: {
      en: 'Ask whoever runs this server.',
      fr: 'Adressez-vous à qui exploite ce serveur.',
    },
  },
  'account is blocked': {
    code: 30,
    status: 403,
    en: 'The account is blocked.',
    fr: 'Le compte est bloqué.',
    fix: {
      en: 'Ask whoever runs this server.',
      fr: 'Adressez-vous à qui exploite ce serveur.',
    },
  },
  'too many requests': {
    code: 429,
    status: 429,
    en: 'More requests came with this key than its limit requests-second allows. Try again later.',
    fr: 'Plus de requêtes sont venues avec cette clé que sa limite requests-second ne permet. Réessayez plus tard.',
    fix: {
      en: 'Wait as long as Retry-After says; send up to 500 phones in one request.',
      fr: 'Attendez le temps qu’indique Retry-After ; envoyez jusqu’à 500 téléphones dans une même requête.',
    },
  },
} satisfies Record<string, ErrorReply>;
