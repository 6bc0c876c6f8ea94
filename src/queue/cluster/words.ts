/** What people are told of the processes that share the database. */
import type { NounWords } from '#core/words.ts';

export const clusterWords = {
  does: {
    cluster: {
      en: 'Shows the processes that share the database, what each works on, and what is behind.',
      fr: 'Montre les processus qui partagent la base de données, à quoi chacun travaille, et ce qui est en retard.',
    },
    'cluster drain': {
      en: 'Has a process hand over its binds and webhooks to the others; it goes on taking requests.',
      fr: 'Fait céder par un processus ses liaisons et ses webhooks aux autres ; il prend encore des requêtes.',
    },
    'cluster resume': {
      en: 'Has a process take its share again.',
      fr: 'Fait reprendre sa part à un processus.',
    },
  },
  fields: {
    process: { shape: 'ID', says: 'Which, as "parley cluster" shows it.' },
  },
  refusals: {
    'process is not there': {
      kind: 'unknown',
      en: 'There is no process {process}.',
      fr: 'Il n’y a pas de processus {process}.',
      fix: {
        en: '`parley cluster` shows those that run.',
        fr: '`parley cluster` montre ceux qui tournent.',
      },
    },
  },
} as const satisfies NounWords;
