/** What people are told of events. */
import type { NounWords } from '#core/words.ts';

export const eventWords = {
  does: {
    'event list': {
      en: 'Lists the events of an account with their endpoints, newest or oldest first.',
      fr: 'Liste les événements d’un compte avec leurs points de terminaison, les plus récents ou les plus anciens d’abord.',
    },
    'event total': {
      en: 'Counts the matching events among the newest 10,000.',
      fr: 'Compte les événements correspondants parmi les 10 000 plus récents.',
    },
    'event live': {
      en: 'Streams what happens in an account as server-sent events; `Last-Event-ID` resumes without a gap.',
      fr: 'Diffuse ce qui se passe dans un compte en événements envoyés par le serveur (SSE) ; `Last-Event-ID` reprend sans lacune.',
    },
    'event show': {
      en: 'Shows an event: its body, its endpoints, and each delivery attempt.',
      fr: 'Montre un événement : son corps, ses points de terminaison, et chaque tentative d’envoi.',
    },
    'event recent': {
      en: 'Lists the latest activity of an account, oldest first, as in the live stream.',
      fr: 'Liste l’activité récente d’un compte, du plus ancien au plus récent, comme dans le flux en direct.',
    },
    'event replay': {
      en: 'Sends an event again, to one endpoint or to all its endpoints.',
      fr: 'Renvoie un événement, à un point de terminaison ou à tous les siens.',
    },
  },
  fields: {
    event: { shape: 'ID', says: 'The event.' },
    endpoint: { shape: 'ID', says: 'To this endpoint alone.' },
    kind: { shape: 'KIND', says: 'Of this kind, or of those that begin with this word: email.' },
    outcome: {
      shape: 'OUTCOME',
      says: 'delivered: received by every endpoint; undelivered: not by one; nobody: no endpoint subscribed.',
    },
    from: { shape: 'DAY', says: 'Since this day or instant.' },
    until: { shape: 'DAY', says: 'Before this day or instant.' },
    order: { shape: 'ORDER', says: 'newest or oldest first.' },
    after: { shape: 'ID', says: 'Begins behind this event.' },
    limit: { shape: 'COUNT', says: 'How many.' },
  },
  refusals: {
    'too many readers': {
      kind: 'too many',
      en: 'The account has too many open requests for events.',
      fr: 'Le compte a trop de requêtes ouvertes pour des événements.',
      fix: {
        en: 'Close unused readers, or share one.',
        fr: 'Fermez les lecteurs inutilisés, ou partagez-en un.',
      },
    },
    'event is not there': {
      kind: 'unknown',
      en: 'Event {event} does not exist, or has expired.',
      fr: 'L’événement {event} n’existe pas, ou a expiré.',
      fix: {
        en: '`parley event list` lists the stored ones.',
        fr: '`parley event list` liste ceux qui sont conservés.',
      },
    },
    'event goes nowhere': {
      kind: 'unknown',
      en: 'No endpoint subscribes to event {event}.',
      fr: 'Aucun point de terminaison n’est abonné à l’événement {event}.',
      fix: {
        en: 'Add an endpoint that subscribes to this event type.',
        fr: 'Ajoutez un point de terminaison abonné à ce type d’événement.',
      },
    },
  },
} as const satisfies NounWords;
