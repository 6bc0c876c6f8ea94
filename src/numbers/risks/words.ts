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
      en: 'Lists the ranges of high-risk numbers, to which calls and messages from abroad are blocked.',
      fr: 'Liste les plages de numéros à risque, vers lesquelles les appels et les messages de l’étranger sont bloqués.',
    },
    'risk add': {
      en: 'Adds a range of high-risk numbers, or changes its reason.',
      fr: 'Ajoute une plage de numéros à risque, ou en change la raison.',
    },
    'risk remove': {
      en: 'Removes a range from the list; accounts whose countries include it can call it.',
      fr: 'Retire une plage de la liste ; les comptes dont les pays l’incluent peuvent l’appeler.',
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
        en: '`parley risk list` shows the ranges.',
        fr: '`parley risk list` montre les plages.',
      },
    },
    'list of ranges is full': {
      kind: 'conflict',
      en: 'The list already has the maximum of {max} ranges.',
      fr: 'La liste a déjà le maximum de {max} plages.',
      fix: {
        en: 'Remove one first, or use a shorter prefix that covers several.',
        fr: 'Retirez-en une d’abord, ou utilisez un préfixe plus court qui en couvre plusieurs.',
      },
    },
  },
} as const satisfies NounWords;
