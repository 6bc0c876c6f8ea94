/** The STOP list. */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const stopListErrors = {
  stopped: {
    ...sendRefusals.stopped,
    code: 14,
    status: 400,
  },
  'stop id is missing': {
    code: 3,
    status: 400,
    en: 'The id is required.',
    fr: 'L’identifiant est obligatoire.',
    fix: {
      en: 'Give the id or the phone, as stop-sms/list tells them.',
      fr: 'Donnez l’identifiant ou le téléphone, tels que les rapporte stop-sms/list.',
    },
  },
  'stop is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such entry on the STOP list.',
    fr: 'Il n’y a pas de telle entrée sur la liste STOP.',
    fix: {
      en: 'Look it up with stop-sms/list.',
      fr: 'Cherchez-la avec stop-sms/list.',
    },
  },
} satisfies Record<string, ErrorReply>;
