/** What people are told of sending. */
import type { NounWords, Sentence } from '#core/words.ts';
import { sendRefusals } from './send-refusals.ts';

export const sendForms = {
  phones: {
    en: 'up to 500 phone numbers separated by commas',
    fr: '500 numéros de téléphone au plus, séparés par des virgules',
  },
  text: { en: 'a text of at most 10000 characters', fr: 'un texte de 10000 caractères au plus' },
} satisfies Record<string, Sentence>;

/** They join those of messages. */
export const sendWords = {
  does: {
    'message preview': {
      en: 'Previews a message for each recipient: segments, route and cost. Nothing is sent.',
      fr: 'Prévisualise un message pour chaque destinataire : segments, route et coût. Rien n’est envoyé.',
    },
    'message send': { en: 'Sends an SMS.', fr: 'Envoie un SMS.' },
    'message resend': {
      en: 'Sends a message again to the recipients that it did not reach.',
      fr: 'Renvoie un message aux destinataires qu’il n’a pas atteints.',
    },
  },
  fields: {
    phones: { shape: 'PHONES', says: 'Whom it goes to, in any form, with commas between.' },
    text: { shape: 'TEXT', says: 'What it says; `:br:` is a line break.' },
    saysStop: { shape: 'SWITCH', says: 'Ends with how to stop messages.' },
    marketing: { shape: 'SWITCH', says: 'Waits for the day where its country rests.' },
    unicode: { shape: 'SWITCH', says: 'Sends UCS-2 and keeps every character.' },
    transliterate: {
      shape: 'WHAT',
      says: 'Characters replaced by GSM 7-bit ones: off, punctuation or letters.',
    },
    priority: { shape: 'CLASS', says: 'urgent, normal or bulk.' },
    validity: { shape: 'SECONDS', says: 'How long it is tried; else 48 hours.' },
    at: { shape: 'TIME', says: 'When to send it, such as "2030-12-31 14:05". Default: at once.' },
    test: { shape: 'SWITCH', says: 'To the built-in operator, with test money.' },
    key: { shape: 'KEY', says: 'The same key sends once.' },
  },
  refusals: {
    ...sendRefusals,
    'nobody is left to send to': {
      kind: 'conflict',
      en: 'The message has no recipients to send it to again.',
      fr: 'Le message n’a aucun destinataire à qui le renvoyer.',
      fix: {
        en: 'Choose a message that did not reach some of its recipients.',
        fr: 'Choisissez un message qui n’a pas atteint certains de ses destinataires.',
      },
    },
    'texts are not alike': {
      kind: 'conflict',
      en: 'The recipients of this message had different texts. Send it to one of them at a time.',
      fr: 'Les destinataires de ce message avaient des textes différents. Renvoyez-le à un seul à la fois.',
      fix: {
        en: 'Choose one recipient of the message.',
        fr: 'Choisissez un seul destinataire du message.',
      },
    },
  },
} as const satisfies NounWords;
