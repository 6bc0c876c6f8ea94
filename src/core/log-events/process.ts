/** Lines of the log: the process, its share of the work, and its storage. */
import type { LogEvents } from './log-event.ts';

export const processEvents = {
  'storage.lost': {
    at: ['warn'],
    en: 'The database cannot be reached.',
    fr: 'La base est injoignable.',
  },
  'storage.silent': {
    at: ['warn'],
    en: 'The database did not answer in time: the connection was cut.',
    fr: 'La base n’a pas répondu à temps : la connexion a été coupée.',
  },
  'storage.dead': {
    at: ['error'],
    en: 'The thread that writes the database has ended or hangs: `why`. The process ends within two seconds, so that its supervisor starts it again.',
    fr: 'Le fil qui écrit la base s’est arrêté ou ne répond plus : `why`. Le processus se termine dans les deux secondes, pour que son superviseur le relance.',
  },
  'thread.dead': {
    at: ['error'],
    en: 'A thread of the process, which has the work of `roles`, has ended or hangs: `why`. The process ends within two seconds, so that its supervisor starts it again.',
    fr: 'Un fil du processus, chargé de `roles`, s’est arrêté ou ne répond plus : `why`. Le processus se termine dans les deux secondes, pour que son superviseur le relance.',
  },
  'storage.awaited': {
    at: ['warn'],
    en: 'What an operator said waits for the storage.',
    fr: 'Ce qu’a dit un opérateur attend le stockage.',
  },
  'storage.upkeep_put_off': {
    at: ['warn'],
    en: 'Dead rows of the queue could not be cleared away; next attempt soon.',
    fr: 'Les lignes mortes de la file n’ont pu être nettoyées ; nouvelle tentative sous peu.',
  },
  'storage.commit_lost': {
    at: ['warn'],
    en: 'The connection to the database was lost during COMMIT; asked afterwards, the server said `outcome`: `kept`, `lost` or `unknown`.',
    fr: 'La connexion à la base a été perdue pendant un COMMIT ; interrogé ensuite, le serveur a dit `outcome` : `kept` (gardé), `lost` (perdu) ou `unknown` (inconnu).',
  },
  'storage.copied': {
    at: ['info'],
    en: 'The database of the folder was copied to `file`, before its tables change: it has `schema`.',
    fr: 'La base du dossier a été copiée dans `file` avant que ses tables changent : elle a `schema`.',
  },
  'storage.role_too_strong': {
    at: ['warn'],
    en: 'The database is used by a superuser, or with a password that is tried first.',
    fr: 'La base est utilisée par un superutilisateur, ou avec un mot de passe que l’on essaie en premier.',
  },
  'storage.tls_unverified': {
    at: ['warn'],
    en: 'The certificate of the database server is not checked (`sslmode=no-verify`): anybody on the way may answer in its place.',
    fr: 'Le certificat du serveur de la base n’est pas vérifié (`sslmode=no-verify`) : n’importe qui sur le chemin peut répondre à sa place.',
  },
  'ledger.checked': {
    at: ['debug'],
    en: 'Each balance was compared with what moved it: `accounts`.',
    fr: 'Chaque solde a été comparé à ce qui l’a fait bouger : `accounts`.',
  },
  'ledger.differs': {
    at: ['error'],
    en: 'Balances are not the sums of what moved them: `count`, and the `accounts`.',
    fr: 'Des soldes ne sont pas les sommes de ce qui les a fait bouger : `count`, et les `accounts`.',
  },
  'master_key.readable': {
    at: ['warn'],
    en: 'Others than its owner may read the file of the master key; `fix` says what to type.',
    fr: 'D’autres que son propriétaire peuvent lire le fichier de la clé maîtresse ; `fix` dit quoi taper.',
  },
  'hints.lost': {
    at: ['info'],
    en: 'The connection for hints between processes was lost; tables are looked at meanwhile.',
    fr: 'La connexion des signaux entre processus est perdue ; les tables sont lues entre-temps.',
  },
  'lease.taken': {
    at: ['debug'],
    en: 'A share of the work was taken: `lease`, `epoch`.',
    fr: 'Une part du travail a été prise : `lease`, `epoch`.',
  },
  'lease.given_up': {
    at: ['debug'],
    en: 'It was given up.',
    fr: 'Elle a été rendue.',
  },
  'lease.unopened': {
    at: ['error'],
    en: 'Work on a lease could not begin: it was given up.',
    fr: 'Le travail d’une part n’a pu commencer : elle a été rendue.',
  },
  'leases.unrenewed': {
    at: ['warn'],
    en: 'Leases could not be renewed; next attempt soon.',
    fr: 'Les parts n’ont pu être renouvelées ; nouvelle tentative sous peu.',
  },
  'leases.lost': {
    at: ['warn'],
    en: 'Leases were lost: `why`. The work of this process on them has ended.',
    fr: 'Des parts ont été perdues : `why`. Ce processus n’y travaille plus.',
  },
  'lanes.unreadable': {
    at: ['warn'],
    en: 'What waits could not be looked for: `engine`.',
    fr: 'Ce qui attend n’a pu être cherché : `engine`.',
  },
  'process.failed': {
    at: ['error'],
    en: 'Something failed that no boundary guards: `origin`, `at`. The process ends with exit code `exitCode`, and its supervisor starts it again.',
    fr: 'Une défaillance qu’aucune frontière ne garde : `origin`, `at`. Le processus s’arrête avec le code `exitCode`, et son superviseur le relance.',
  },
  'boundary.failed': {
    at: ['error'],
    en: 'An entry from outside failed at `boundary`; the connection, call, job or thread that it belongs to was ended. `at` says where in the sources.',
    fr: 'Une entrée venue de l’extérieur a échoué à `boundary` ; la connexion, l’appel, la tâche ou le fil auquel elle appartient a été terminé. `at` dit où dans les sources.',
  },
  'loop.failed': {
    at: ['error'],
    en: 'A round of something regular failed: `loop`. The next one comes all the same.',
    fr: 'Un tour d’une tâche régulière a échoué : `loop`. Le suivant vient quand même.',
  },
  'retention.forgotten': {
    at: ['info'],
    en: 'What was older than its days was dropped: `what`, `rows`, `days`.',
    fr: 'Ce qui dépassait ses jours a été jeté : `what`, `rows`, `days`.',
  },
  'metrics.incomplete': {
    at: ['warn'],
    en: 'Some metrics could not be read.',
    fr: 'Des mesures n’ont pu être lues.',
  },
  'traces.dropped': {
    at: ['warn'],
    en: 'The collector took no traces: so many were `dropped`.',
    fr: 'Le collecteur n’a pas pris les traces : `dropped` ont été jetées.',
  },
  'traces.resumed': {
    at: ['info'],
    en: 'The collector takes traces again.',
    fr: 'Le collecteur reprend les traces.',
  },
} as const satisfies LogEvents;
