/** What people are told of texts that phones have sent. */
import type { NounWords, Sentence } from '#core/words.ts';

export const replyForms = {
  number: { en: 'a number of 3 to 15 digits', fr: 'un numéro de 3 à 15 chiffres' },
  sender: {
    en: 'the digits of a phone, or a name, of 21 characters at most',
    fr: 'les chiffres d’un téléphone, ou un nom, de 21 caractères au plus',
  },
} satisfies Record<string, Sentence>;

export const replyWords = {
  does: {
    'reply list': {
      en: 'Lists the conversations with phones, with the last text of each, newest first.',
      fr: 'Liste les conversations avec des téléphones, avec le dernier texte de chacune, les plus récentes d’abord.',
    },
    'reply thread': {
      en: 'Shows the latest messages of the conversation between a phone and a number.',
      fr: 'Montre les derniers messages de la conversation entre un téléphone et un numéro.',
    },
  },
  fields: {
    after: { shape: 'ID', says: 'Begins behind this text.' },
    limit: { shape: 'COUNT', says: 'How many at most.' },
    from: {
      shape: 'DAY',
      says: 'Of conversations whose last text came on this day (UTC) or later.',
    },
    until: { shape: 'DAY', says: 'Before this day (UTC).' },
    begins: { shape: 'DIGITS', says: 'Of phones that begin so.' },
    order: { shape: 'ORDER', says: 'newest or oldest first.' },
    number: { shape: 'NUMBER', says: 'The number that was written to, in digits.' },
    sender: { shape: 'SENDER', says: 'Who wrote, as "parley reply list" names it.' },
  },
  refusals: {},
} as const satisfies NounWords;
