/** When a message is to leave. */
import type { ErrorReply } from './error-reply.ts';

export const scheduleErrors = {
  'schedule has no valid date': {
    code: 45,
    status: 400,
    en: 'scheduledDeliveryDate must be a date, written dd/MM/yyyy.',
    fr: 'scheduledDeliveryDate doit être une date, écrite jj/MM/aaaa.',
  },
  'schedule is in the past': {
    code: 46,
    status: 400,
    en: 'The scheduled time is in the past.',
    fr: 'L’heure programmée est passée.',
  },
  'schedule has no valid time': {
    code: 47,
    status: 400,
    en: 'time must be a whole hour from 0 to 24.',
    fr: 'time doit être une heure entière de 0 à 24.',
  },
  'schedule has no valid minute': {
    code: 48,
    status: 400,
    en: 'minute must be 0, 5, 10 and so on up to 55.',
    fr: 'minute doit être 0, 5, 10 et ainsi de suite jusqu’à 55.',
  },
  'schedule is too far': {
    code: 49,
    status: 400,
    en: 'The scheduled time is more than a year away.',
    fr: 'L’heure programmée est à plus d’un an.',
  },
} satisfies Record<string, ErrorReply>;
