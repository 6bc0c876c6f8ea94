/** What people are told of the time that figures are about. */
import type { NounWords } from '#core/words.ts';

export const spanWords = {
  fields: {
    mode: { shape: 'MODE', says: 'Live or test.' },
    by: { shape: 'STEP', says: 'Sums of each hour or day, in the zone of the account.' },
    from: { shape: 'TIME', says: 'Accepted then or later.' },
    until: { shape: 'TIME', says: 'Accepted before.' },
  },
  refusals: {
    'interval ends before it begins': {
      kind: 'invalid',
      en: '{name} must not be before the first day.',
      fr: '{name} ne doit pas être avant le premier jour.',
      fix: { en: 'Swap the two days.', fr: 'Inversez les deux jours.' },
    },
    'interval is too long': {
      kind: 'invalid',
      en: 'The interval has more than {max} days.',
      fr: 'L’intervalle a plus de {max} jours.',
      fix: { en: 'Split it into several requests.', fr: 'Répartissez-le sur plusieurs requêtes.' },
    },
  },
} as const satisfies Omit<NounWords, 'does'>;
