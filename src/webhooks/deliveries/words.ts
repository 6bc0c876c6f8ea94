/** What people are told of events. */
import type { NounWords } from '#core/words.ts';

export const eventWords = {
  does: {
    'event list': {
      en: 'Lists the events of an account with where each went, the newest first.',
      fr: 'Liste les événements d’un compte et où chacun est allé, les plus récents d’abord.',
    },
    'event total': {
      en: 'Counts the events that fit, among the newest 10,000, or 2,000 of an outcome.',
      fr: 'Compte les événements qui conviennent, parmi les 10 000 plus récents, ou 2 000 d’un résultat.',
    },
    'event live': {
      en: 'Tells what happens in an account, as it happens, by server-sent events; `Last-Event-ID` resumes without a gap.',
      fr: 'Dit ce qui se passe dans un compte, au moment même, par événements envoyés du serveur ; `Last-Event-ID` reprend sans lacune.',
    },
    'event show': {
      en: 'Shows an event: its body, where it went or is pending, and each attempt to deliver it.',
      fr: 'Montre un événement : son corps, où il est allé ou attend, et chaque tentative de livraison.',
    },
    'event recent': {
      en: 'Tells what has happened last in an account, oldest first, as its live stream tells it.',
      fr: 'Dit ce qui s’est passé en dernier dans un compte, du plus ancien au plus récent, comme son flux en direct.',
    },
    'event replay': {
      en: 'Sends an event again: to an endpoint, or to all that it went to.',
      fr: 'Renvoie un événement : à un point de terminaison, ou à tous ceux où il est allé.',
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
    after: { shape: 'ID', says: 'Begins behind this event.' },
    limit: { shape: 'COUNT', says: 'How many.' },
  },
  refusals: {
    'too many readers': {
      kind: 'too many',
      en: 'As many requests of this account wait for events as may.',
      fr: 'Autant de requêtes de ce compte attendent des événements que permis.',
      fix: {
        en: 'Close readers that nobody needs, or share one.',
        fr: 'Fermez les lecteurs inutiles, ou partagez-en un.',
      },
    },
    'event is not there': {
      kind: 'unknown',
      en: 'There is no event {event}, or it has expired.',
      fr: 'Il n’y a pas d’événement {event}, ou il a expiré.',
      fix: {
        en: '`parley event list` lists those that are kept.',
        fr: '`parley event list` liste ceux qui sont gardés.',
      },
    },
    'event goes nowhere': {
      kind: 'unknown',
      en: 'No endpoint takes event {event}.',
      fr: 'Aucun point de terminaison ne prend l’événement {event}.',
      fix: {
        en: 'Add an endpoint that takes events of this kind.',
        fr: 'Ajoutez un point de terminaison qui prend les événements de cette sorte.',
      },
    },
  },
} as const satisfies NounWords;
