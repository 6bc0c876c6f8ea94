/** When a message is to leave. */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const scheduleErrors = {
  'schedule has no valid date': {
    code: 45,
    status: 400,
    en: 'scheduledDeliveryDate must be a date, written dd/MM/yyyy.',
    fr: 'scheduledDeliveryDate doit être une date, écrite jj/MM/aaaa.',
    fix: { en: 'Write it as 21/12/2030.', fr: 'Écrivez-la comme 21/12/2030.' },
  },
  'schedule is in the past': { ...sendRefusals['schedule is in the past'], code: 46, status: 400 },
  'schedule has no valid time': {
    code: 47,
    status: 400,
    en: 'time must be a whole hour from 0 to 24.',
    fr: 'time doit être une heure entière de 0 à 24.',
    fix: {
      en: 'Send only the hour, such as 14.',
      fr: 'Envoyez seulement l’heure, par exemple 14.',
    },
  },
  'schedule has no valid minute': {
    code: 48,
    status: 400,
    en: 'minute must be a multiple of 5 from 0 to 55.',
    fr: 'minute doit être un multiple de 5, de 0 à 55.',
    fix: { en: 'Round the time to five minutes.', fr: 'Arrondissez l’heure à cinq minutes.' },
  },
  'schedule is too far': { ...sendRefusals['schedule is too far'], code: 49, status: 400 },
} satisfies Record<string, ErrorReply>;
