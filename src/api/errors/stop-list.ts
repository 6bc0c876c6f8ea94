/** The opt-out list. */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const stopListErrors = {
  stopped: { ...sendRefusals.stopped, code: 14, status: 400 },
  'stop id is missing': {
    code: 3,
    status: 400,
    en: 'The id is required.',
    fr: 'L’identifiant est obligatoire.',
    fix: {
      en: 'Send the id or the phone number, as returned by stop-sms/list.',
      fr: 'Envoyez l’identifiant ou le numéro, tels que les renvoie stop-sms/list.',
    },
  },
  'stop is unknown': {
    code: 4,
    status: 404,
    en: 'The entry is not on the opt-out list.',
    fr: 'L’entrée n’est pas sur la liste de désinscription.',
    fix: { en: 'Look it up with stop-sms/list.', fr: 'Cherchez-la avec stop-sms/list.' },
  },
} satisfies Record<string, ErrorReply>;
