/** Values of any field. */
import { askedRefusals } from '#mail/sending/asked-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const fieldErrors = {
  'value is not text': {
    code: 9,
    status: 400,
    en: '{name} must be a text.',
    fr: '{name} doit être un texte.',
    fix: {
      en: 'Send it as a string.',
      fr: 'Envoyez une chaîne de caractères.',
    },
  },
  'value is not an object': {
    code: 9,
    status: 400,
    en: '{name} must be an object.',
    fr: '{name} doit être un objet.',
    fix: {
      en: 'Send a JSON object, {…}.',
      fr: 'Envoyez un objet JSON, {…}.',
    },
  },
  'value is not a yes or no': {
    code: 9,
    status: 400,
    en: '{name} must be 0 or 1.',
    fr: '{name} doit être 0 ou 1.',
    fix: {
      en: 'Send 0 or 1, or true or false.',
      fr: 'Envoyez 0 ou 1, ou true ou false.',
    },
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
      en: 'Send one of these words, as it is written.',
      fr: 'Envoyez l’un de ces mots, tel qu’il est écrit.',
    },
  },
  'value is too long': {
    ...askedRefusals['value is too long'],
    code: 9,
    status: 400,
  },
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
      en: 'Give an https address that others can reach; PARLEY_WEBHOOK_ALLOW opens private networks.',
      fr: 'Donnez une adresse https que d’autres peuvent atteindre ; PARLEY_WEBHOOK_ALLOW ouvre les réseaux privés.',
    },
  },
  'value is not digits': {
    code: 9,
    status: 400,
    en: '{name} must be up to 15 digits.',
    fr: '{name} doit être d’au plus 15 chiffres.',
    fix: {
      en: 'Send the id as an answer gave it.',
      fr: 'Envoyez l’identifiant tel qu’une réponse l’a donné.',
    },
  },
  'value is not a date': {
    code: 9,
    status: 400,
    en: '{name} must be a date, written YYYY-MM-DD.',
    fr: '{name} doit être une date, écrite AAAA-MM-JJ.',
    fix: {
      en: 'Write the date as in 2030-12-31.',
      fr: 'Écrivez la date comme dans 2030-12-31.',
    },
  },
  'value is not a web address': {
    code: 9,
    status: 400,
    en: '{name} must be an address that begins with http:// or https://.',
    fr: '{name} doit être une adresse qui commence par http:// ou https://.',
    fix: {
      en: 'Write the whole address, with http:// or https://.',
      fr: 'Écrivez l’adresse entière, avec http:// ou https://.',
    },
  },
} satisfies Record<string, ErrorReply>;
