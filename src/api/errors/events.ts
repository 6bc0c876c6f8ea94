/** Reading events by cursors. */
import { eventWords } from '#webhooks/deliveries/words.ts';
import type { ErrorReply } from './error-reply.ts';

export const eventErrors = {
  'cursor is malformed': {
    code: 9,
    status: 400,
    en: '{name} must be a cursor from a response, or "now".',
    fr: '{name} doit être un curseur reçu dans une réponse, ou « now ».',
    fix: {
      en: 'Send the cursor from the last response, or start with now.',
      fr: 'Envoyez le curseur de la dernière réponse, ou commencez par now.',
    },
  },
  'cursor is too old': {
    code: 9,
    status: 400,
    en: 'Some events after {name} have been deleted. Continue from {oldest}.',
    fr: 'Des événements après {name} ont été supprimés. Reprenez à {oldest}.',
    fix: {
      en: 'Start at the oldest cursor named, and look up the status of the missed messages.',
      fr: 'Reprenez au plus ancien curseur indiqué, et demandez l’état des messages manqués.',
    },
  },
  'cursor and time exclude each other': {
    code: 9,
    status: 400,
    en: 'Send {name} or after, not both.',
    fr: 'Envoyez {name} ou after, pas les deux.',
    fix: { en: 'Remove one of the two.', fr: 'Retirez l’un des deux.' },
  },
  'value is not kinds of events': {
    code: 9,
    status: 400,
    en: '{name} must list event types separated by commas, such as dlr,reply.',
    fr: '{name} doit lister des types d’événements séparés par des virgules, comme dlr,reply.',
    fix: {
      en: 'Use the event types listed under Webhooks, or leave the field empty for all.',
      fr: 'Utilisez les types d’événements listés sous Webhooks, ou laissez le champ vide pour tous.',
    },
  },
  'too many readers': { ...eventWords.refusals['too many readers'], code: 429, status: 429 },
} satisfies Record<string, ErrorReply>;
