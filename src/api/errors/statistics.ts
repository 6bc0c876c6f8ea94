/** What can be wrong with the interval of a statistic. */
import type { ErrorReply } from './error-reply.ts';

export const statisticsErrors = {
  'interval is missing': {
    code: 9,
    status: 400,
    en: 'The interval is required: last_month, last_twelve_months or custom.',
    fr: 'L’intervalle est obligatoire : last_month, last_twelve_months ou custom.',
    fix: {
      en: 'Give interval.',
      fr: 'Donnez interval.',
    },
  },
  'day is missing': {
    code: 9,
    status: 400,
    en: '{name} is required with the interval custom: a date, written DD-MM-YYYY.',
    fr: '{name} est obligatoire avec l’intervalle custom : une date, écrite JJ-MM-AAAA.',
    fix: {
      en: 'Give from and to.',
      fr: 'Donnez from et to.',
    },
  },
  'value is not a day': {
    code: 9,
    status: 400,
    en: '{name} must be a date, written DD-MM-YYYY.',
    fr: '{name} doit être une date, écrite JJ-MM-AAAA.',
    fix: {
      en: 'Write it as 01-12-2030.',
      fr: 'Écrivez-la comme 01-12-2030.',
    },
  },
  'interval ends before it begins': {
    code: 9,
    status: 400,
    en: '{name} must not be before the first day.',
    fr: '{name} ne doit pas être avant le premier jour.',
    fix: {
      en: 'Exchange the two days.',
      fr: 'Échangez les deux jours.',
    },
  },
  'interval is too long': {
    code: 9,
    status: 400,
    en: 'The interval has more than {max} days.',
    fr: 'L’intervalle a plus de {max} jours.',
    fix: {
      en: 'Ask in several requests.',
      fr: 'Demandez en plusieurs requêtes.',
    },
  },
} satisfies Record<string, ErrorReply>;
