/** What can be wrong with the interval of a statistic. */
import { spanWords } from '#accounts/statistics/words.ts';
import type { ErrorReply } from './error-reply.ts';

const { refusals } = spanWords;

export const statisticsErrors = {
  'interval is missing': {
    code: 9,
    status: 400,
    en: 'The interval is required: last_month, last_twelve_months or custom.',
    fr: 'L’intervalle est obligatoire : last_month, last_twelve_months ou custom.',
    fix: { en: 'Send interval.', fr: 'Envoyez interval.' },
  },
  'day is missing': {
    code: 9,
    status: 400,
    en: '{name} is required with the interval custom: a date, written DD-MM-YYYY.',
    fr: '{name} est obligatoire avec l’intervalle custom : une date, écrite JJ-MM-AAAA.',
    fix: { en: 'Send from and to.', fr: 'Envoyez from et to.' },
  },
  'value is not a day': {
    code: 9,
    status: 400,
    en: '{name} must be a date, written DD-MM-YYYY.',
    fr: '{name} doit être une date, écrite JJ-MM-AAAA.',
    fix: { en: 'Write it as 01-12-2030.', fr: 'Écrivez-la comme 01-12-2030.' },
  },
  'interval ends before it begins': {
    ...refusals['interval ends before it begins'],
    code: 9,
    status: 400,
  },
  'interval is too long': { ...refusals['interval is too long'], code: 9, status: 400 },
} satisfies Record<string, ErrorReply>;
