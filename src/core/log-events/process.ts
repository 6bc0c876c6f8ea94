/** Lines of the log: the process, its share of the work, and its storage. */
import type { LogEvents } from './log-event.ts';

export const processEvents = {
  'storage.lost': {
    at: ['warn'],
    en: 'The database is unreachable.',
    fr: 'La base est injoignable.',
  },
  'storage.silent': {
    at: ['warn'],
    en: 'The database did not respond in time; the connection was closed.',
    fr: 'La base n’a pas répondu à temps ; la connexion a été fermée.',
  },
  'storage.dead': {
    at: ['error'],
    en: 'The thread that writes to the database has ended or hangs: `why`. The process ends within two seconds, so that its supervisor restarts it.',
    fr: 'Le fil qui écrit dans la base s’est arrêté ou ne répond plus : `why`. Le processus se termine dans les deux secondes, pour que son superviseur le relance.',
  },
  'thread.dead': {
    at: ['error'],
    en: 'A thread of the process, which does the work of `roles`, has ended or hangs: `why`. The process ends within two seconds, so that its supervisor restarts it.',
    fr: 'Un fil du processus, chargé de `roles`, s’est arrêté ou ne répond plus : `why`. Le processus se termine dans les deux secondes, pour que son superviseur le relance.',
  },
  'storage.awaited': {
    at: ['warn'],
    en: 'An operator’s responses wait in memory until storage is available.',
    fr: 'Les réponses d’un opérateur attendent en mémoire que le stockage soit disponible.',
  },
  'storage.upkeep_put_off': {
    at: ['warn'],
    en: 'Dead rows of the queue tables could not be vacuumed; next attempt soon.',
    fr: 'Les lignes mortes des tables de files n’ont pu être nettoyées ; nouvelle tentative sous peu.',
  },
  'storage.commit_lost': {
    at: ['warn'],
    en: 'The connection to the database was lost during COMMIT. Asked afterwards, the server said `outcome`: `kept`, `lost` or `unknown`.',
    fr: 'La connexion à la base a été perdue pendant un COMMIT. Interrogé ensuite, le serveur a dit `outcome` : `kept` (gardé), `lost` (perdu) ou `unknown` (inconnu).',
  },
  'storage.copied': {
    at: ['info'],
    en: 'The database was copied to `file` before an upgrade changes its tables: `schema` is the version of the copy.',
    fr: 'La base a été copiée dans `file` avant qu’une mise à niveau change ses tables : `schema` est la version de la copie.',
  },
  'storage.role_too_strong': {
    at: ['warn'],
    en: 'The database user is a superuser, or has a password that is easy to guess.',
    fr: 'L’utilisateur de la base est superutilisateur, ou a un mot de passe facile à deviner.',
  },
  'storage.tls_unverified': {
    at: ['warn'],
    en: 'The certificate of the database server is not verified (`sslmode=no-verify`): an attacker on the network could impersonate the server.',
    fr: 'Le certificat du serveur de la base n’est pas vérifié (`sslmode=no-verify`) : un attaquant sur le réseau pourrait se faire passer pour lui.',
  },
  'ledger.checked': {
    at: ['debug'],
    en: 'The balances of `accounts` accounts match their transactions.',
    fr: 'Les soldes de `accounts` comptes correspondent à leurs mouvements.',
  },
  'ledger.differs': {
    at: ['error'],
    en: 'Balances differ from the sum of their transactions: `count`, and the `accounts`.',
    fr: 'Des soldes diffèrent de la somme de leurs mouvements : `count`, et les `accounts`.',
  },
  'master_key.readable': {
    at: ['warn'],
    en: 'The master key file is readable by other users; `fix` is the command that corrects this.',
    fr: 'Le fichier de la clé maîtresse est lisible par d’autres utilisateurs ; `fix` est la commande qui le corrige.',
  },
  'hints.lost': {
    at: ['info'],
    en: 'The connection for notifications between processes was lost; tables are polled meanwhile.',
    fr: 'La connexion des notifications entre processus est perdue ; les tables sont interrogées entre-temps.',
  },
  'lease.taken': {
    at: ['debug'],
    en: 'A lease was acquired: `lease`, `epoch`.',
    fr: 'Un bail a été acquis : `lease`, `epoch`.',
  },
  'lease.given_up': {
    at: ['debug'],
    en: 'A lease was released.',
    fr: 'Un bail a été rendu.',
  },
  'lease.unopened': {
    at: ['error'],
    en: 'Work under a lease could not start; the lease was released.',
    fr: 'Le travail sous un bail n’a pu commencer ; le bail a été rendu.',
  },
  'leases.unrenewed': {
    at: ['warn'],
    en: 'Leases could not be renewed; next attempt soon.',
    fr: 'Les baux n’ont pu être renouvelés ; nouvelle tentative sous peu.',
  },
  'leases.lost': {
    at: ['warn'],
    en: 'Leases were lost: `why`. This process has stopped the work under them.',
    fr: 'Des baux ont été perdus : `why`. Ce processus a arrêté le travail qu’ils couvraient.',
  },
  'lanes.unreadable': {
    at: ['warn'],
    en: 'The list of queues could not be read: `engine`.',
    fr: 'La liste des files n’a pu être lue : `engine`.',
  },
  'process.failed': {
    at: ['error'],
    en: 'An error occurred outside every boundary: `origin`, `at`. The process ends with exit code `exitCode`, and its supervisor restarts it.',
    fr: 'Une erreur s’est produite hors de toute frontière : `origin`, `at`. Le processus se termine avec le code `exitCode`, et son superviseur le relance.',
  },
  'boundary.failed': {
    at: ['error'],
    en: 'An error occurred while handling outside input at `boundary`: the connection, call, job or thread concerned was ended. `at` is the place in the source code.',
    fr: 'Une erreur s’est produite en traitant une entrée extérieure à `boundary` : la connexion, l’appel, la tâche ou le fil concerné a été terminé. `at` est l’endroit dans le code source.',
  },
  'loop.failed': {
    at: ['error'],
    en: 'A run of a periodic task failed: `loop`. The next run takes place as usual.',
    fr: 'Une exécution d’une tâche périodique a échoué : `loop`. La suivante a lieu comme d’habitude.',
  },
  'retention.forgotten': {
    at: ['info'],
    en: 'Expired data was deleted: `what`, `rows`, `days`.',
    fr: 'Des données expirées ont été supprimées : `what`, `rows`, `days`.',
  },
  'metrics.incomplete': {
    at: ['warn'],
    en: 'Some metrics could not be read.',
    fr: 'Des métriques n’ont pu être lues.',
  },
  'traces.dropped': {
    at: ['warn'],
    en: 'The trace collector did not accept traces: `dropped` were discarded.',
    fr: 'Le collecteur n’a pas accepté les traces : `dropped` ont été jetées.',
  },
  'traces.resumed': {
    at: ['info'],
    en: 'The trace collector accepts traces again.',
    fr: 'Le collecteur accepte de nouveau les traces.',
  },
} as const satisfies LogEvents;
