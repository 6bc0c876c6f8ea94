/** What people are told of the log of requests. */
import type { NounWords } from '#core/words.ts';

export const requestWords = {
  does: {
    'request list': {
      en: 'Lists the requests of an account to the HTTP API, including refused ones, newest first.',
      fr: 'Liste les requêtes d’un compte à l’API HTTP, refusées comprises, les plus récentes d’abord.',
    },
    'request show': {
      en: 'Shows a request with its parameters and response, masked, and what to do if it was refused.',
      fr: 'Montre une requête : ses paramètres et sa réponse, masqués, et que faire si elle a été refusée.',
    },
  },
  fields: {
    request: { shape: 'ID', says: 'Which, by its number in "request list".' },
    status: { shape: 'CLASS', says: 'Only those that were answered so: 2xx, 4xx, 5xx.' },
    method: { shape: 'METHOD', says: 'Only those with this method.' },
    path: { shape: 'TEXT', says: 'Only those whose path contains it.' },
    key: { shape: 'ID', says: 'Only those with this key, by its number in "key list".' },
    from: { shape: 'WHEN', says: 'Since a day, UTC, or an instant.' },
    until: { shape: 'WHEN', says: 'Before a day, UTC, or an instant.' },
    text: { shape: 'TEXT', says: 'Only those whose path, parameters, answer or id contains it.' },
    order: { shape: 'ORDER', says: 'newest or oldest first.' },
    before: { shape: 'ID', says: 'Begins behind this one.' },
    limit: { shape: 'COUNT', says: 'How many.' },
  },
  refusals: {
    'request is not there': {
      kind: 'unknown',
      en: 'Request {request} does not exist, or has expired.',
      fr: 'La requête {request} n’existe pas, ou a expiré.',
      fix: {
        en: '`parley request list` lists the stored ones.',
        fr: '`parley request list` liste celles qui sont conservées.',
      },
    },
  },
} as const satisfies NounWords;
