/** What is wrong with a message as a whole, and which bound of the account it meets. */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const sendingErrors = {
  'message is missing': {
    code: 43,
    status: 400,
    en: 'The message is required.',
    fr: 'Le message est obligatoire.',
    fix: { en: 'Send message.', fr: 'Envoyez message.' },
  },
  'text is blank': {
    ...sendRefusals['text is blank'],
    code: 43,
    status: 400,
    fix: {
      en: 'Send message with visible characters.',
      fr: 'Envoyez message avec des caractères visibles.',
    },
  },
  'text has an unsendable character': {
    ...sendRefusals['text has an unsendable character'],
    code: 9,
    status: 400,
  },
  'text is empty': { ...sendRefusals['text is empty'], code: 43, status: 400 },
  'text is too long': {
    ...sendRefusals['text is too long'],
    code: 52,
    status: 400,
    fix: {
      en: 'Shorten it. preview lists the characters that reduce the length of a segment.',
      fr: 'Raccourcissez-le. preview liste les caractères qui raccourcissent les segments.',
    },
  },
  'limit is reached': {
    code: 429,
    status: 429,
    en: 'The limit {rule} of the account is reached: {max}. Try again later.',
    fr: 'La limite {rule} du compte est atteinte : {max}. Réessayez plus tard.',
    fix: {
      en: 'Wait for the time in Retry-After, or ask the administrator for a higher limit.',
      fr: 'Attendez la durée indiquée par Retry-After, ou demandez à l’administrateur une limite plus haute.',
    },
  },
  'too much is spent': {
    code: 40,
    status: 403,
    en: 'The spending limit {rule} is reached: {max} {currency}.',
    fr: 'La limite de dépense {rule} est atteinte : {max} {currency}.',
    fix: {
      en: 'Wait until the next day, or ask the administrator to raise the limit.',
      fr: 'Attendez le lendemain, ou demandez à l’administrateur de relever la limite.',
    },
  },
  'simulator is off': {
    code: 96,
    status: 403,
    en: 'Test keys cannot send because the built-in operator is turned off.',
    fr: 'Les clés de test ne peuvent pas envoyer, car l’opérateur intégré est désactivé.',
    fix: {
      en: 'Use a live key, or start the server with PARLEY_SIMULATOR=on.',
      fr: 'Utilisez une clé réelle, ou démarrez le serveur avec PARLEY_SIMULATOR=on.',
    },
  },
  'balance is too low': { ...sendRefusals['balance is too low'], code: 11, status: 402 },
  'idempotency key was used for another request': {
    ...sendRefusals['idempotency key was used for another request'],
    code: 409,
    status: 409,
  },
  'too many report addresses': {
    ...sendRefusals['too many report addresses'],
    code: 9,
    status: 400,
  },
  overloaded: {
    ...sendRefusals.overloaded,
    code: 500,
    status: 503,
    fix: {
      en: 'Send it again after Retry-After with the same Idempotency-Key.',
      fr: 'Renvoyez-la après Retry-After, avec la même Idempotency-Key.',
    },
  },
} satisfies Record<string, ErrorReply>;
