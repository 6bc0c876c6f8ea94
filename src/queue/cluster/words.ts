/** What people are told of the processes that share the database. */
import type { NounWords } from '#core/words.ts';

export const clusterWords = {
  does: {
    cluster: {
      en: 'Shows the processes that share the database, what each works on, and what is overdue.',
      fr: 'Montre les processus qui partagent la base de données, à quoi chacun travaille, et ce qui est en retard.',
    },
    'cluster drain': {
      en: 'Drains a process: it hands its binds and webhooks over to the others, and still accepts requests.',
      fr: 'Vide un processus : il cède ses liaisons et ses webhooks aux autres, et accepte encore des requêtes.',
    },
    'cluster resume': {
      en: 'Ends draining: the process takes its share of the work again.',
      fr: 'Met fin au vidage : le processus reprend sa part du travail.',
    },
  },
  fields: { process: { shape: 'ID', says: 'Which, as "parley cluster" shows it.' } },
  refusals: {
    'process is not there': {
      kind: 'unknown',
      en: 'Process {process} does not exist.',
      fr: 'Le processus {process} n’existe pas.',
      fix: {
        en: '`parley cluster` lists the running processes.',
        fr: '`parley cluster` liste les processus en marche.',
      },
    },
  },
} as const satisfies NounWords;
