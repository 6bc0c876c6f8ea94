/** What people are told of opt-outs. */
import type { NounWords, Sentence } from '#core/words.ts';

export const stopForms = {
  phones: {
    en: 'up to 1,000 phone numbers separated by commas',
    fr: 'jusqu’à 1 000 numéros de téléphone séparés par des virgules',
  },
  reason: { en: 'a text of 3 to 300 characters', fr: 'un texte de 3 à 300 caractères' },
} satisfies Record<string, Sentence>;

export const stopWords = {
  does: {
    'stop list': {
      en: 'Lists the opted-out phones of an account, newest first.',
      fr: 'Liste les téléphones désinscrits d’un compte, les plus récents d’abord.',
    },
    'stop export': {
      en: 'Prints the opt-out list as CSV.',
      fr: 'Écrit en CSV la liste de désinscription.',
    },
    'stop add': {
      en: 'Adds phones to the opt-out list: they get no more messages.',
      fr: 'Ajoute des téléphones à la liste de désinscription : ils ne reçoivent plus de messages.',
    },
    'stop remove': {
      en: 'Removes a phone from the opt-out list; do so only at the request of its owner.',
      fr: 'Retire un téléphone de la liste de désinscription ; seulement à la demande de son propriétaire.',
    },
  },
  fields: {
    phone: { shape: 'PHONE', says: 'Such as +33612345678, or as it is dialled at home.' },
    phones: {
      shape: 'PHONE',
      says: 'Such as +33612345678, or in national format; several separated by commas.',
    },
    begins: { shape: 'DIGITS', says: 'Of phones that begin so, such as 06 12.' },
    from: { shape: 'DAY', says: 'On the list since this day (UTC) or later.' },
    until: { shape: 'DAY', says: 'Before this day (UTC).' },
    order: { shape: 'ORDER', says: 'newest or oldest first.' },
    after: { shape: 'ID', says: 'Begins behind this entry.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    reason: { shape: 'TEXT', says: 'Why; the audit says so.' },
  },
  refusals: {
    'no phone is written so': {
      kind: 'invalid',
      en: '{phone} is not a possible phone number.',
      fr: '{phone} n’est pas un numéro de téléphone possible.',
      fix: {
        en: 'Write it with its calling code, such as +33612345678.',
        fr: 'Écrivez-le avec son indicatif, comme +33612345678.',
      },
    },
    'phone is not stopped': {
      kind: 'unknown',
      en: '{phone} is not on the opt-out list of account {account}.',
      fr: '{phone} n’est pas sur la liste de désinscription du compte {account}.',
      fix: {
        en: '`parley stop list` shows the phones on it.',
        fr: '`parley stop list` montre les téléphones qui y sont.',
      },
    },
  },
} as const satisfies NounWords;
