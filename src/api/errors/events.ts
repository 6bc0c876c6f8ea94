/** Reading events by cursors. */
import { eventWords } from '#webhooks/deliveries/words.ts';
import type { ErrorReply } from './error-reply.ts';

export const eventErrors = {
  'cursor is malformed': {
    code: 9,
    status: 400,
    en: '{name} must be a cursor as an answer gave it, or "now".',
    fr: '{name} doit être un curseur donné par une réponse, ou « now ».',
    fix: {
      en: 'Send the cursor as the last answer gave it, or begin with now.',
      fr: 'Renvoyez le curseur tel que la dernière réponse l’a donné, ou commencez par now.',
    },
  },
  'cursor is too old': {
    code: 9,
    status: 400,
    en: 'Events behind {name} are no longer kept. Read on from {oldest}.',
    fr: 'Des événements après {name} ne sont plus conservés. Reprenez à {oldest}.',
    fix: {
      en: 'Begin at the oldest cursor named, and look messages up that were missed.',
      fr: 'Reprenez au plus ancien curseur nommé, et interrogez l’état des messages manqués.',
    },
  },
  'cursor and time exclude each other': {
    code: 9,
    status: 400,
    en: 'Give {name} or after, not both.',
    fr: 'Donnez {name} ou after, pas les deux.',
    fix: {
      en: 'Leave one of the two out.',
      fr: 'Retirez l’un des deux.',
    },
  },
  'value is not kinds of events': {
    code: 9,
    status: 400,
    en: '{name} must name kinds of events, such as dlr or reply, with commas between.',
    fr: '{name} doit nommer des types d’événements, comme dlr ou reply, séparés par des virgules.',
    fix: {
      en: 'Name kinds as on the page of webhooks, or none for all.',
      fr: 'Nommez des sortes comme sur la page des webhooks, ou aucune pour toutes.',
    },
  },
  'too many readers': { ...eventWords.refusals['too many readers'], code: 429, status: 429 },
} satisfies Record<string, ErrorReply>;
