/** What people are told of opt-outs. */
import type { NounWords, Sentence } from '#core/words.ts';

export const stopForms = {
  phones: {
    en: 'up to 1,000 phone numbers with commas between',
    fr: 'jusqu’à 1 000 numéros de téléphone séparés par des virgules',
  },
  reason: { en: 'a text of 3 to 300 characters', fr: 'un texte de 3 à 300 caractères' },
} satisfies Record<string, Sentence>;

export const stopWords = {
  does: {
    'stop list': {
      en: 'Lists the phones that an account may not send to, the newest first.',
      fr: 'Liste les téléphones auxquels un compte ne peut rien envoyer, les plus récents d’abord.',
    },
    'stop export': {
      en: 'Prints the STOP list as a CSV table.',
      fr: 'Écrit la liste STOP comme un tableau CSV.',
    },
    'stop add': {
      en: 'Puts phones on the list: nothing goes to them any more.',
      fr: 'Met des téléphones sur la liste : plus rien ne leur est envoyé.',
    },
    'stop remove': {
      en: 'Takes a phone off the list: only its owner can rightly ask for that.',
      fr: 'Retire un téléphone de la liste : seul son propriétaire peut le demander.',
    },
  },
  fields: {
    phone: { shape: 'PHONE', says: 'Such as +33612345678, or as it is dialled at home.' },
    phones: {
      shape: 'PHONE',
      says: 'Such as +33612345678, or as it is dialled at home; several with commas between.',
    },
    begins: { shape: 'DIGITS', says: 'Of phones that begin so, such as 06 12.' },
    from: { shape: 'DAY', says: 'On the list since this day (UTC) or later.' },
    until: { shape: 'DAY', says: 'Before this day (UTC).' },
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
      en: '{phone} is not on the list of account {account}.',
      fr: '{phone} n’est pas sur la liste du compte {account}.',
      fix: {
        en: '`parley stop list` shows the phones that are.',
        fr: '`parley stop list` montre les téléphones qui y sont.',
      },
    },
  },
} as const satisfies NounWords;
