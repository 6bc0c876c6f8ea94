/** What people are told of voicemails. */
import type { NounWords } from '#core/words.ts';

export const voicemailWords = {
  does: {
    'voicemail list': {
      en: 'Lists messages that callers have left on the numbers of an account, newest first.',
      fr: 'Liste les messages laissés sur les numéros d’un compte, les plus récents d’abord.',
    },
    'voicemail export': {
      en: 'Writes the messages that fit as CSV, a line for each, without their sound.',
      fr: 'Écrit en CSV les messages qui conviennent, une ligne pour chacun, sans le son.',
    },
    'voicemail all': {
      en: 'Lists messages that callers have left, of all accounts.',
      fr: 'Liste les messages laissés par des appelants, de tous les comptes.',
    },
    'voicemail show': {
      en: 'Shows a message that a caller has left.',
      fr: 'Montre un message laissé par un appelant.',
    },
    'voicemail play': {
      en: 'Plays what was said: WAV, 16 bit, 8 kHz.',
      fr: 'Fait écouter ce qui a été dit : WAV, 16 bits, 8 kHz.',
    },
    'voicemail mark': {
      en: 'Marks a message as heard, or as not heard yet.',
      fr: 'Marque un message comme écouté, ou pas encore.',
    },
    'voicemail delete': {
      en: 'Deletes a message with its sound; a mail that is still pending is not sent.',
      fr: 'Supprime un message avec son enregistrement ; un mail encore en attente n’est pas envoyé.',
    },
  },
  fields: {
    message: { shape: 'ID', says: 'As `parley voicemail list` shows it.' },
    account: { shape: 'ID', says: 'Only those of this account.' },
    number: { shape: 'NUMBER', says: 'Only those left on this number.' },
    caller: { shape: 'PHONE', says: 'From this phone, or from those that begin so.' },
    heard: { shape: 'STATE', says: 'on: heard already; off: not yet.' },
    from: { shape: 'DAY', says: 'Since this day or instant.' },
    until: { shape: 'DAY', says: 'Before this day or instant.' },
    order: { shape: 'ORDER', says: 'Which come first.' },
    after: { shape: 'ID', says: 'Begins behind this one.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    unheard: { shape: 'STATE', says: 'As not heard yet.' },
  },
  refusals: {
    'voicemail is not there': {
      kind: 'unknown',
      en: 'There is no message {message}.',
      fr: 'Il n’y a pas de message {message}.',
      fix: {
        en: '`parley voicemail list` lists those that are kept.',
        fr: '`parley voicemail list` liste ceux qui sont gardés.',
      },
    },
  },
} as const satisfies NounWords;
