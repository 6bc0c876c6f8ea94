/** What is wrong with a message as a whole, and which bound of the account it meets. */
import type { ErrorReply } from './error-reply.ts';

export const sendingErrors = {
  'message is missing': {
    code: 43,
    status: 400,
    en: 'The message is required.',
    fr: 'Le message est obligatoire.',
  },
  'text is empty': {
    code: 43,
    status: 400,
    en: 'The message has no text.',
    fr: 'Le message n’a pas de texte.',
  },
  'text is too long': {
    code: 52,
    status: 400,
    en: 'The message has {parts} parts; {partsMax} is the most.',
    fr: 'Le message a {parts} parties ; {partsMax} est le maximum.',
  },
  'limit is reached': {
    code: 429,
    status: 429,
    en: 'The limit {rule} of the account is reached: {max}. Try again later.',
    fr: 'La limite {rule} du compte est atteinte : {max}. Réessayez plus tard.',
  },
  'too much is spent': {
    code: 40,
    status: 403,
    en: 'The spending limit {rule} is reached: {max} {currency}.',
    fr: 'La limite de dépense {rule} est atteinte : {max} {currency}.',
  },
  'simulator is off': {
    code: 96,
    status: 403,
    en: 'Test keys cannot send: the built-in operator of this installation is off.',
    fr: 'Les clés de test ne peuvent pas envoyer : l’opérateur simulé est arrêté.',
  },
  'balance is too low': {
    code: 11,
    status: 402,
    en: 'The balance is too low: {balance} {currency} is left, the message costs {cost}.',
    fr: 'Le solde est insuffisant : il reste {balance} {currency}, le message coûte {cost}.',
  },
  'idempotency key was used for another request': {
    code: 409,
    status: 409,
    en: 'This idempotency key was used for another request.',
    fr: 'Cette clé d’idempotence a servi pour une autre requête.',
  },
  'too many report addresses': {
    code: 9,
    status: 400,
    en: 'The account sends its reports to too many addresses already.',
    fr: 'Le compte envoie déjà ses rapports à trop d’adresses.',
  },
  overloaded: {
    code: 500,
    status: 503,
    en: 'Too many messages are waiting. Try again later.',
    fr: 'Trop de messages sont en attente. Réessayez plus tard.',
  },
} satisfies Record<string, ErrorReply>;
