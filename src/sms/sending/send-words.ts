/** What people are told of sending. */
import type { NounWords, Sentence } from '#core/words.ts';
import { sendRefusals } from './send-refusals.ts';

export const sendForms = {
  phones: {
    en: 'phone numbers with commas between, up to 500',
    fr: 'des numéros de téléphone séparés par des virgules, 500 au plus',
  },
  text: { en: 'a text of at most 10000 characters', fr: 'un texte de 10000 caractères au plus' },
} satisfies Record<string, Sentence>;

/** They join those of messages. */
export const sendWords = {
  does: {
    'message preview': {
      en: 'Says what a send would do at each phone and what it would cost; nothing is sent.',
      fr: 'Dit ce que ferait un envoi pour chaque téléphone et ce qu’il coûterait ; rien n’est envoyé.',
    },
    'message send': {
      en: 'Sends an SMS.',
      fr: 'Envoie un SMS.',
    },
    'message resend': {
      en: 'Sends the same text once more to those phones of a message that it has not reached.',
      fr: 'Renvoie le même texte aux téléphones d’un message qu’il n’a pas atteints.',
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
      says: 'Which characters become those of GSM: off, punctuation or letters.',
    },
    priority: { shape: 'CLASS', says: 'urgent, normal or bulk.' },
    validity: { shape: 'SECONDS', says: 'How long it is tried; else 48 hours.' },
    at: { shape: 'TIME', says: 'When it leaves, such as "2030-12-31 14:05"; else at once.' },
    test: { shape: 'SWITCH', says: 'To the built-in operator, with test money.' },
    key: { shape: 'KEY', says: 'The same key sends once.' },
  },
  refusals: {
    ...sendRefusals,
    'nobody is left to send to': {
      kind: 'conflict',
      en: 'There is nobody of this message to send it to once more.',
      fr: 'Il n’y a personne de ce message à qui le renvoyer.',
      fix: {
        en: 'Choose a message that has phones to which it may go.',
        fr: 'Choisissez un message qui a encore des téléphones où aller.',
      },
    },
    'texts are not alike': {
      kind: 'conflict',
      en: 'The phones of this message had different texts. Send it to one of them at a time.',
      fr: 'Les numéros de ce message avaient des textes différents. Renvoyez-le à un seul à la fois.',
      fix: {
        en: 'Choose one phone of the message.',
        fr: 'Choisissez un seul téléphone du message.',
      },
    },
  },
} as const satisfies NounWords;
