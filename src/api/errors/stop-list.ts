/** The STOP list. */
import type { ErrorReply } from './error-reply.ts';

export const stopListErrors = {
  stopped: {
    code: 14,
    status: 400,
    en: '{number} is on the STOP list of the account.',
    fr: '{number} est sur la liste STOP du compte.',
  },
  'stop id is missing': {
    code: 3,
    status: 400,
    en: 'The id is required.',
    fr: 'L’identifiant est obligatoire.',
  },
  'stop is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such entry on the STOP list.',
    fr: 'Il n’y a pas de telle entrée sur la liste STOP.',
  },
} satisfies Record<string, ErrorReply>;
