/** What can be wrong with the interval of a statistic. */
import type { ErrorReply } from './error-reply.ts';

export const statisticsErrors = {
  'interval is missing': {
    code: 9,
    status: 400,
    en: 'The interval is required: last_month, last_twelve_months or custom.',
    fr: 'L’intervalle est obligatoire : last_month, last_twelve_months ou custom.',
  },
  'day is missing': {
    code: 9,
    status: 400,
    en: '{name} is required with the interval custom: a date, written DD-MM-YYYY.',
    fr: '{name} est obligatoire avec l’intervalle custom : une date, écrite JJ-MM-AAAA.',
  },
  'value is not a day': {
    code: 9,
    status: 400,
    en: '{name} must be a date, written DD-MM-YYYY.',
    fr: '{name} doit être une date, écrite JJ-MM-AAAA.',
  },
  'interval ends before it begins': {
    code: 9,
    status: 400,
    en: '{name} must not be before the first day.',
    fr: '{name} ne doit pas être avant le premier jour.',
  },
  'interval is too long': {
    code: 9,
    status: 400,
    en: 'The interval has more than {max} days.',
    fr: 'L’intervalle a plus de {max} jours.',
  },
} satisfies Record<string, ErrorReply>;
