/** Values of any field. */
import { askedRefusals } from '#mail/sending/asked-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const fieldErrors = {
  'value is not text': {
    code: 9,
    status: 400,
    en: '{name} must be a string.',
    fr: '{name} doit être une chaîne de caractères.',
    fix: { en: 'Send a JSON string.', fr: 'Envoyez une chaîne JSON.' },
  },
  'value is not an object': {
    code: 9,
    status: 400,
    en: '{name} must be an object.',
    fr: '{name} doit être un objet.',
    fix: { en: 'Send a JSON object, {…}.', fr: 'Envoyez un objet JSON, {…}.' },
  },
  'value is not a yes or no': {
    code: 9,
    status: 400,
    en: '{name} must be 0 or 1.',
    fr: '{name} doit être 0 ou 1.',
    fix: { en: 'Send 0, 1, true or false.', fr: 'Envoyez 0, 1, true ou false.' },
  },
  'value is not a whole number': {
    code: 9,
    status: 400,
    en: '{name} must be a whole number from {min} to {max}.',
    fr: '{name} doit être un nombre entier de {min} à {max}.',
    fix: {
      en: 'Send a whole number within these bounds.',
      fr: 'Envoyez un nombre entier dans ces bornes.',
    },
  },
  'value is not one of these': {
    code: 9,
    status: 400,
    en: '{name} must be one of: {words}.',
    fr: '{name} doit être l’une de ces valeurs : {words}.',
    fix: {
      en: 'Send one of these values exactly as written.',
      fr: 'Envoyez l’une de ces valeurs, exactement comme elle est écrite.',
    },
  },
  'value is too long': { ...askedRefusals['value is too long'], code: 9, status: 400 },
  'value has a control character': {
    ...askedRefusals['value has a control character'],
    code: 9,
    status: 400,
  },
  'URL is refused': {
    code: 9,
    status: 400,
    en: '{name} is refused: {reason}.',
    fr: '{name} est refusée : {reason}.',
    fix: {
      en: 'Use a public https URL, or allow the private network with PARLEY_WEBHOOK_ALLOW.',
      fr: 'Utilisez une URL https publique, ou autorisez le réseau privé avec PARLEY_WEBHOOK_ALLOW.',
    },
  },
  'value is not digits': {
    code: 9,
    status: 400,
    en: '{name} must have at most 15 digits.',
    fr: '{name} doit avoir au plus 15 chiffres.',
    fix: { en: 'Send the id from a response.', fr: 'Envoyez l’identifiant reçu dans une réponse.' },
  },
  'value is not a date': {
    code: 9,
    status: 400,
    en: '{name} must be a date, written YYYY-MM-DD.',
    fr: '{name} doit être une date, écrite AAAA-MM-JJ.',
    fix: { en: 'Write the date as in 2030-12-31.', fr: 'Écrivez la date comme dans 2030-12-31.' },
  },
  'value is not a web address': {
    code: 9,
    status: 400,
    en: '{name} must be a URL that begins with http:// or https://.',
    fr: '{name} doit être une URL qui commence par http:// ou https://.',
    fix: {
      en: 'Write the whole URL, with http:// or https://.',
      fr: 'Écrivez l’URL entière, avec http:// ou https://.',
    },
  },
} satisfies Record<string, ErrorReply>;
