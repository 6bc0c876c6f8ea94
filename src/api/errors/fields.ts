/** Values of any field. */
import type { ErrorReply } from './error-reply.ts';

export const fieldErrors = {
  'value is not text': {
    code: 9,
    status: 400,
    en: '{name} must be a text.',
    fr: '{name} doit être un texte.',
  },
  'value is not an object': {
    code: 9,
    status: 400,
    en: '{name} must be an object.',
    fr: '{name} doit être un objet.',
  },
  'value is not a yes or no': {
    code: 9,
    status: 400,
    en: '{name} must be 0 or 1.',
    fr: '{name} doit être 0 ou 1.',
  },
  'value is not a whole number': {
    code: 9,
    status: 400,
    en: '{name} must be a whole number from {min} to {max}.',
    fr: '{name} doit être un nombre entier de {min} à {max}.',
  },
  'value is not one of these': {
    code: 9,
    status: 400,
    en: '{name} must be one of: {words}.',
    fr: '{name} doit être l’une de ces valeurs : {words}.',
  },
  'value is too long': {
    code: 9,
    status: 400,
    en: '{name} has more than {max} characters.',
    fr: '{name} a plus de {max} caractères.',
  },
  'value has a control character': {
    code: 9,
    status: 400,
    en: '{name} contains a control character.',
    fr: '{name} contient un caractère de contrôle.',
  },
  'URL is refused': {
    code: 9,
    status: 400,
    en: '{name} is refused: {reason}.',
    fr: '{name} est refusée : {reason}.',
  },
  'value is not digits': {
    code: 9,
    status: 400,
    en: '{name} must be up to 15 digits.',
    fr: '{name} doit être d’au plus 15 chiffres.',
  },
  'value is not a date': {
    code: 9,
    status: 400,
    en: '{name} must be a date, written YYYY-MM-DD.',
    fr: '{name} doit être une date, écrite AAAA-MM-JJ.',
  },
  'value is not a web address': {
    code: 9,
    status: 400,
    en: '{name} must be an address that begins with http:// or https://.',
    fr: '{name} doit être une adresse qui commence par http:// ou https://.',
  },
} satisfies Record<string, ErrorReply>;
