/** Messages that are asked about or cancelled. */
import type { ErrorReply } from './error-reply.ts';

export const messageErrors = {
  'message id is missing': {
    code: 3,
    status: 400,
    en: 'The message id is required.',
    fr: 'L’identifiant du message est obligatoire.',
  },
  'tag is missing': {
    code: 2,
    status: 400,
    en: 'The tag is required.',
    fr: 'L’étiquette est obligatoire.',
  },
  'message is cancelled': {
    code: 5,
    status: 409,
    en: 'The message is cancelled already.',
    fr: 'Le message est déjà annulé.',
  },
  'message leaves too soon': {
    code: 6,
    status: 409,
    en: 'The message leaves in less than {minutes} minutes.',
    fr: 'Le message part dans moins de {minutes} minutes.',
  },
  'message is sent': {
    code: 7,
    status: 409,
    en: 'The message is sent already.',
    fr: 'Le message est déjà envoyé.',
  },
  'message is not there': {
    code: 4,
    status: 404,
    en: 'There is no such message.',
    fr: 'Il n’y a pas de tel message.',
  },
  'message is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such message to this phone number.',
    fr: 'Il n’y a pas de tel message à ce numéro.',
  },
} satisfies Record<string, ErrorReply>;
