/** What people are told of ranges of high-risk numbers. */
import type { NounWords, Sentence } from '#core/words.ts';

export const riskForms = {
  prefix: {
    en: '1 to 15 digits that numbers begin with, such as 247',
    fr: '1 à 15 chiffres par lesquels commencent des numéros, comme 247',
  },
  reason: { en: 'a text of 1 to 200 characters', fr: 'un texte de 1 à 200 caractères' },
} satisfies Record<string, Sentence>;

export const riskWords = {
  does: {
    'risk list': {
      en: 'Lists the ranges of high-risk numbers, to which no call is led, and no text sent from abroad.',
      fr: 'Liste les plages de numéros à risque, où aucun appel n’est mené, ni aucun texte envoyé de l’étranger.',
    },
    'risk add': {
      en: 'Closes a range of numbers to all calls, or says another reason for it.',
      fr: 'Ferme une plage de numéros à tous les appels, ou en dit une autre raison.',
    },
    'risk remove': {
      en: 'Takes a range off the list: accounts call there that were allowed to.',
      fr: 'Retire une plage de la liste : les comptes qui le pouvaient y appellent.',
    },
  },
  fields: {
    prefix: { shape: 'DIGITS', says: 'What the numbers begin with, calling code and all.' },
    reason: { shape: 'TEXT', says: 'Why; the console shows it.' },
  },
  refusals: {
    'range is unknown': {
      kind: 'unknown',
      en: '+{prefix} is not on the list.',
      fr: '+{prefix} n’est pas sur la liste.',
      fix: {
        en: '`parley risk list` shows the ranges as they are written there.',
        fr: '`parley risk list` montre les plages comme elles y sont écrites.',
      },
    },
    'list of ranges is full': {
      kind: 'conflict',
      en: 'There are {max} ranges already.',
      fr: 'Il y a déjà {max} plages.',
      fix: {
        en: 'Remove one first, or name a shorter prefix that covers several.',
        fr: 'Retirez-en une d’abord, ou nommez un préfixe plus court qui en couvre plusieurs.',
      },
    },
  },
} as const satisfies NounWords;
