/** Who calls, and how often. */
import type { ErrorReply } from './error-reply.ts';

export const accessErrors = {
  'key is missing': {
    code: 1,
    status: 401,
    en: 'The API key is required.',
    fr: 'La clé d’API est obligatoire.',
  },
  'key is wrong': {
    code: 10,
    status: 401,
    en: 'The API key is wrong.',
    fr: 'La clé d’API est incorrecte.',
  },
  'key has expired': {
    code: 10,
    status: 401,
    en: 'The API key has expired.',
    fr: 'La clé d’API a expiré.',
  },
  'key is for other addresses': {
    code: 40,
    status: 403,
    en: 'This API key is not taken from your address.',
    fr: 'Cette clé d’API n’est pas acceptée depuis votre adresse.',
  },
  'key may not do this': {
    code: 96,
    status: 403,
    en: 'This API key does not have the scope {scope} that the command needs.',
    fr: 'Cette clé d’API n’a pas le droit {scope} que demande la commande.',
  },
  'key is in the query': {
    code: 10,
    status: 401,
    en: 'This account takes no API key in the query, where logs keep it. Put it into a header, and make another key.',
    fr: 'Ce compte n’accepte pas de clé d’API dans la requête GET, où les journaux la gardent. Mettez-la dans un en-tête, et créez-en une autre.',
  },
  'key is in no header': {
    code: 10,
    status: 401,
    en: 'This account takes the API key from a header alone: Authorization: Bearer, or X-Api-Key.',
    fr: 'Ce compte n’accepte la clé d’API que dans un en-tête : Authorization: Bearer, ou X-Api-Key.',
  },
  'keys differ': {
    code: 9,
    status: 400,
    en: 'The request carries two different API keys.',
    fr: 'La requête contient deux clés d’API différentes.',
  },
  'too many wrong keys': {
    code: 429,
    status: 429,
    en: 'Too many wrong API keys came from your address. Try again later.',
    fr: 'Trop de clés d’API incorrectes sont venues de votre adresse. Réessayez plus tard.',
  },
  'account is disabled': {
    code: 20,
    status: 403,
    en: 'The account is disabled.',
    fr: 'Le compte est désactivé.',
  },
  'account is blocked': {
    code: 30,
    status: 403,
    en: 'The account is blocked.',
    fr: 'Le compte est bloqué.',
  },
  'too many requests': {
    code: 429,
    status: 429,
    en: 'More requests came with this key than its limit requests-second allows. Try again later.',
    fr: 'Plus de requêtes sont venues avec cette clé que sa limite requests-second ne permet. Réessayez plus tard.',
  },
} satisfies Record<string, ErrorReply>;
