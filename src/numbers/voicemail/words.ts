/** What people are told of voicemails. */
import type { NounWords, Sentence } from '#core/words.ts';
import type { GreetingRefusal } from './greeting.ts';

/** Why a file is no greeting. */
export const greetingReasons: Readonly<
  Record<GreetingRefusal | 'takes too long to read', Sentence>
> = {
  'more than 10 MB': { en: 'more than 10 MB', fr: 'plus de 10 Mo' },
  'not a WAV file': { en: 'not a WAV file', fr: 'ce n’est pas un fichier WAV' },
  'sizes that contradict the file': {
    en: 'sizes that contradict the file',
    fr: 'ses tailles contredisent le fichier',
  },
  'not PCM of 16 bit': { en: 'not PCM of 16 bit', fr: 'ce n’est pas du PCM de 16 bits' },
  'sample rate not between 8 and 48 kHz': {
    en: 'sample rate not between 8 and 48 kHz',
    fr: 'une fréquence d’échantillonnage hors de 8 à 48 kHz',
  },
  'more than two channels': { en: 'more than two channels', fr: 'plus de deux canaux' },
  'no sound in it': { en: 'no sound in it', fr: 'aucun son dedans' },
  'too long': { en: 'too long', fr: 'trop long' },
  'takes too long to read': { en: 'takes too long to read', fr: 'sa lecture dure trop' },
};

export const voicemailWords = {
  does: {
    'voicemail list': {
      en: 'Lists the voicemail messages of an account, newest first.',
      fr: 'Liste les messages vocaux d’un compte, les plus récents d’abord.',
    },
    'voicemail export': {
      en: 'Exports the matching voicemail messages as CSV, one line each, without audio.',
      fr: 'Exporte en CSV les messages vocaux correspondants, une ligne pour chacun, sans le son.',
    },
    'voicemail all': {
      en: 'Lists the voicemail messages of all accounts.',
      fr: 'Liste les messages vocaux de tous les comptes.',
    },
    'voicemail show': { en: 'Shows a voicemail message.', fr: 'Montre un message vocal.' },
    'voicemail play': {
      en: 'Returns the audio: WAV, 16 bit, 8 kHz.',
      fr: 'Renvoie le son : WAV, 16 bits, 8 kHz.',
    },
    'voicemail mark': {
      en: 'Marks a message as heard, or as not heard yet.',
      fr: 'Marque un message comme écouté, ou pas encore.',
    },
    'voicemail delete': {
      en: 'Deletes a voicemail message; a pending notification email is not sent.',
      fr: 'Supprime un message vocal ; un e-mail de notification en attente n’est pas envoyé.',
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
      en: 'Voicemail message {message} does not exist.',
      fr: 'Le message vocal {message} n’existe pas.',
      fix: {
        en: '`parley voicemail list` lists the stored ones.',
        fr: '`parley voicemail list` liste ceux qui sont conservés.',
      },
    },
  },
} as const satisfies NounWords;
