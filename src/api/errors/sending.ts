/** What is wrong with a message as a whole, and which bound of the account it meets. */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const sendingErrors = {
  'message is missing': {
    code: 43,
    status: 400,
    en: 'The message is required.',
    fr: 'Le message est obligatoire.',
    fix: {
      en: 'Give message.',
      fr: 'Donnez message.',
    },
  },
  'text is blank': {
    ...sendRefusals['text is blank'],
    code: 43,
    status: 400,
    fix: {
      en: 'Give message a text that people can see.',
      fr: 'Donnez à message un texte visible.',
    },
  },
  'text has an unsendable character': {
    ...sendRefusals['text has an unsendable character'],
    code: 9,
    status: 400,
  },
  'text is empty': {
    ...sendRefusals['text is empty'],
    code: 43,
    status: 400,
  },
  'text is too long': {
    ...sendRefusals['text is too long'],
    code: 52,
    status: 400,
    fix: {
      en: 'Shorten it; preview names the characters that make parts short.',
      fr: 'Raccourcissez-le ; preview nomme les caractères qui raccourcissent les parties.',
    },
  },
  'limit is reached': {
    code: 429,
    status: 429,
    en: 'The limit {rule} of the account is reached: {max}. Try again later.',
    fr: 'La limite {rule} du compte est atteinte : {max}. Réessayez plus tard.',
    fix: {
      en: 'Wait as long as Retry-After says, or ask for a higher limit.',
      fr: 'Attendez le temps qu’indique Retry-After, ou demandez une limite plus haute.',
    },
  },
  'too much is spent': {
    code: 40,
    status: 403,
    en: 'The spending limit {rule} is reached: {max} {currency}.',
    fr: 'La limite de dépense {rule} est atteinte : {max} {currency}.',
    fix: {
      en: 'Wait for the next day, or have the limit raised.',
      fr: 'Attendez le lendemain, ou faites relever la limite.',
    },
  },
  'simulator is off': {
    code: 96,
    status: 403,
    en: 'Test keys cannot send: the built-in operator of this installation is off.',
    fr: 'Les clés de test ne peuvent pas envoyer : l’opérateur simulé est arrêté.',
    fix: {
      en: 'Use a live key, or start with PARLEY_SIMULATOR=on.',
      fr: 'Employez une clé réelle, ou démarrez avec PARLEY_SIMULATOR=on.',
    },
  },
  'balance is too low': {
    ...sendRefusals['balance is too low'],
    code: 11,
    status: 402,
  },
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
