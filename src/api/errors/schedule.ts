/** When a message is to leave. */
import type { ErrorReply } from './error-reply.ts';

export const scheduleErrors = {
  'schedule has no valid date': {
    code: 45,
    status: 400,
    en: 'scheduledDeliveryDate must be a date, written dd/MM/yyyy.',
    fr: 'scheduledDeliveryDate doit être une date, écrite jj/MM/aaaa.',
    fix: {
      en: 'Write it as 21/12/2030.',
      fr: 'Écrivez-la comme 21/12/2030.',
    },
  },
  'schedule is in the past': {
    code: 46,
    status: 400,
    en: 'The scheduled time is in the past.',
    fr: 'L’heure programmée est passée.',
    fix: {
      en: 'Choose a later time; it is read on the clock of Paris.',
      fr: 'Choisissez une heure plus tardive ; elle est lue à l’heure de Paris.',
    },
  },
  'schedule has no valid time': {
    code: 47,
    status: 400,
    en: 'time must be a whole hour from 0 to 24.',
    fr: 'time doit être une heure entière de 0 à 24.',
    fix: {
      en: 'Send the hour alone, such as 14.',
      fr: 'Envoyez l’heure seule, par exemple 14.',
    },
  },
  'schedule has no valid minute': {
    code: 48,
    status: 400,
    en: 'minute must be 0, 5, 10 and so on up to 55.',
    fr: 'minute doit être 0, 5, 10 et ainsi de suite jusqu’à 55.',
    fix: {
      en: 'Round to five minutes.',
      fr: 'Arrondissez à cinq minutes.',
    },
  },
  'schedule is too far': {
    code: 49,
    status: 400,
    en: 'The scheduled time is more than ten years away.',
    fr: 'L’heure programmée est à plus de dix ans.',
    fix: {
      en: 'Send it again nearer to that day.',
      fr: 'Renvoyez-le plus près de ce jour.',
    },
  },
} satisfies Record<string, ErrorReply>;
