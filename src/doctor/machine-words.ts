/** What the doctor says of the machine: folders, disks, keys, certificates, ports, the database as it opens. */
import type { Sentence } from '#core/words.ts';
import type { FindingWords } from './finding-words.ts';

const subjects = {
  certificate: { en: '{door} certificate', fr: 'certificat {door}' },
  dataFolder: { en: 'data folder', fr: 'dossier des données' },
  disk: { en: 'disk', fr: 'disque' },
  masterKey: { en: 'master key', fr: 'clé maîtresse' },
  publicUrl: { en: 'public URL', fr: 'URL publique' },
  httpPort: { en: 'http port', fr: 'port http' },
  port: { en: '{door} port', fr: 'port {door}' },
} as const satisfies Readonly<Record<string, Sentence>>;

const free: Sentence = { en: '{gib} GiB are free.', fr: '{gib} Gio sont libres.' };

const renew: Sentence = {
  en: 'Put a new one into {cert}: a server that runs takes it within a minute.',
  fr: 'Mettez-en un nouveau dans {cert} : un serveur en marche le prend dans la minute.',
};

const endIt: Sentence = {
  en: 'End that program, or give Parley another port: {flag}.',
  fr: 'Arrêtez ce programme, ou donnez un autre port à Parley : {flag}.',
};

export const machineWords = {
  'certificate has another key': {
    of: subjects.certificate,
    says: { en: '{key} is not the key of {cert}.', fr: '{key} n’est pas la clé de {cert}.' },
    fix: { en: 'Name the pair that belongs together.', fr: 'Nommez la paire qui va ensemble.' },
  },
  'certificate has ended': {
    of: subjects.certificate,
    says: { en: 'It ended on {until}.', fr: 'Il a expiré le {until}.' },
    fix: renew,
  },
  'certificate is not in force': {
    of: subjects.certificate,
    says: { en: 'It is not in force yet.', fr: 'Il n’est pas encore en vigueur.' },
    fix: { en: 'Look at the clock of this machine.', fr: 'Regardez l’horloge de cette machine.' },
  },
  'certificate ends soon': {
    of: subjects.certificate,
    says: { en: 'It ends on {until}.', fr: 'Il expire le {until}.' },
    fix: renew,
  },
  'certificate is in force': {
    of: subjects.certificate,
    says: { en: 'Until {until}.', fr: 'Jusqu’au {until}.' },
  },
  'certificate is unreadable': {
    of: subjects.certificate,
    says: {
      en: '{cert} or {key} cannot be read as PEM.',
      fr: '{cert} ou {key} ne se lit pas comme PEM.',
    },
    fix: { en: 'Name files that hold PEM texts.', fr: 'Nommez des fichiers en PEM.' },
  },
  'data folder is not writable': {
    of: subjects.dataFolder,
    says: {
      en: '{folder} is not there, or not writable.',
      fr: '{folder} n’existe pas, ou n’est pas accessible en écriture.',
    },
    fix: {
      en: 'Start the server once, or name the folder with --database; it must be writable.',
      fr: 'Démarrez le serveur une fois, ou nommez le dossier par --database ; il doit être accessible en écriture.',
    },
  },
  'data folder is open to others': {
    of: subjects.dataFolder,
    says: {
      en: 'Other users of this machine can enter {folder}.',
      fr: 'D’autres utilisateurs de cette machine peuvent entrer dans {folder}.',
    },
    fix: { en: 'chmod 700 {folder}', fr: 'chmod 700 {folder}' },
  },
  'data folder is well': {
    of: subjects.dataFolder,
    says: { en: '{folder}', fr: '{folder}' },
  },
  'disk has room': {
    of: subjects.disk,
    says: free,
    fix: {
      en: 'Make room, or keep less: --retention-days. Without room sends answer 503.',
      fr: 'Faites de la place, ou gardez moins : --retention-days. Sans place, les envois répondent 503.',
    },
  },
  'spool disk has room': {
    of: { en: 'spool disk', fr: 'disque des enregistrements' },
    says: free,
    fix: {
      en: 'Free disk space there, or set another folder with --spool. Without space, callers cannot leave messages.',
      fr: 'Faites-y de la place, ou nommez un autre dossier : --spool. Sans place, personne ne peut laisser de message.',
    },
  },
  'spool is not writable': {
    of: { en: 'spool', fr: 'dossier des enregistrements' },
    says: {
      en: '{folder} is not writable: calls hear 503 in place of voicemail.',
      fr: '{folder} n’est pas accessible en écriture : les appels reçoivent 503 au lieu de la messagerie.',
    },
    fix: {
      en: 'Make it writable for the user of the server, or name another folder: --spool.',
      fr: 'Rendez-le accessible en écriture à l’utilisateur du serveur, ou nommez un autre dossier : --spool.',
    },
  },
  'master key is missing': {
    of: subjects.masterKey,
    says: { en: '{file} is not there.', fr: '{file} n’existe pas.' },
    fix: {
      en: 'Put the key of this installation there; without it no stored secret can be read.',
      fr: 'Mettez-y la clé de cette installation ; sans elle, aucun secret stocké ne peut être lu.',
    },
  },
  'master key is open to others': {
    of: subjects.masterKey,
    says: {
      en: 'Other users of this machine can read {file}.',
      fr: 'D’autres utilisateurs de cette machine peuvent lire {file}.',
    },
    fix: { en: 'chmod 600 {file}', fr: 'chmod 600 {file}' },
  },
  'master key lies beside the data': {
    of: subjects.masterKey,
    says: {
      en: '{file} lies beside the data: who takes the folder has both.',
      fr: '{file} est à côté des données : qui prend le dossier a les deux.',
    },
    fix: {
      en: 'Keep a copy elsewhere, and name another place with --master-key-file.',
      fr: 'Gardez une copie ailleurs, et nommez un autre endroit par --master-key-file.',
    },
  },
  'master key is well': { of: subjects.masterKey, says: { en: '{file}', fr: '{file}' } },
  'public URL is encrypted': { of: subjects.publicUrl, says: { en: '{url}', fr: '{url}' } },
  'public URL is in clear': {
    of: subjects.publicUrl,
    says: { en: '{url} is not encrypted.', fr: '{url} n’est pas chiffrée.' },
    fix: {
      en: 'Put a proxy with TLS before it and set --public-url to https://….',
      fr: 'Mettez devant elle un proxy avec TLS et réglez --public-url à https://….',
    },
  },
  'public URL is not needed': {
    of: subjects.publicUrl,
    says: {
      en: 'None is needed while only this machine can reach the server.',
      fr: 'Inutile tant que seule cette machine atteint le serveur.',
    },
  },
  'public URL is missing': {
    of: subjects.publicUrl,
    says: {
      en: 'Links in emails and invitations have no address to lead to.',
      fr: 'Les liens des e-mails et des invitations n’ont pas d’adresse où mener.',
    },
    fix: {
      en: 'Set --public-url to the address that people and mail servers reach.',
      fr: 'Réglez --public-url à l’adresse qu’atteignent les gens et les serveurs d’e-mail.',
    },
  },
  'http port is silent': {
    of: subjects.httpPort,
    says: { en: 'No answer at {port}.', fr: 'Aucune réponse à {port}.' },
    fix: { en: 'Start the server: parley serve.', fr: 'Démarrez le serveur : parley serve.' },
  },
  'http port is of another program': {
    of: subjects.httpPort,
    says: {
      en: 'Another program answers at {port}.',
      fr: 'Un autre programme répond à {port}.',
    },
    fix: {
      en: 'Give Parley another one: --port.',
      fr: 'Donnez-en un autre à Parley : --port.',
    },
  },
  'http port is ready': {
    of: subjects.httpPort,
    says: { en: '{port} answers, ready.', fr: '{port} répond, prêt.' },
  },
  'http port is not ready': {
    of: subjects.httpPort,
    says: {
      en: '{port} answers {status}: {why}.',
      fr: '{port} répond {status} : {why}.',
    },
    fix: {
      en: 'What stands above says why; the log has the rest.',
      fr: 'Ce qui précède dit pourquoi ; le journal a le reste.',
    },
  },
  'port is open': {
    of: subjects.port,
    says: { en: '{ports} is open.', fr: '{ports} est ouvert.' },
  },
  'port was chosen anew': {
    of: subjects.port,
    says: {
      en: 'The server chose another one than {ports}.',
      fr: 'Le serveur en a choisi un autre que {ports}.',
    },
  },
  'port is not listened at': {
    of: subjects.port,
    says: {
      en: 'The server runs, but nothing listens at {ports}.',
      fr: 'Le serveur tourne, et personne n’écoute à {ports}.',
    },
    fix: {
      en: 'The server was started with other settings: start it again with these, or see {flag}.',
      fr: 'Le serveur a démarré avec d’autres réglages : redémarrez-le avec ceux-ci, ou voyez {flag}.',
    },
  },
  'port is free': {
    of: subjects.port,
    says: { en: '{ports} is free.', fr: '{ports} est libre.' },
  },
  'port is taken': {
    of: subjects.port,
    says: { en: 'Another program has {port}.', fr: 'Un autre programme a {port}.' },
    fix: endIt,
  },
  'port gives way': {
    of: subjects.port,
    says: {
      en: 'Another program has {port}. Parley takes a free one.',
      fr: 'Un autre programme a {port}. Parley en prend un libre.',
    },
    fix: endIt,
  },
  'port needs a right': {
    of: subjects.port,
    says: {
      en: 'This user may not open {port}.',
      fr: 'Cet utilisateur ne peut pas ouvrir {port}.',
    },
    fix: {
      en: 'Give the program the right CAP_NET_BIND_SERVICE, or another port: {flag}.',
      fr: 'Donnez au programme le droit CAP_NET_BIND_SERVICE, ou un autre port : {flag}.',
    },
  },
  'address is of another machine': {
    of: subjects.port,
    says: {
      en: '{host} is no address of this machine.',
      fr: '{host} n’est pas une adresse de cette machine.',
    },
    fix: { en: 'Name one that it has.', fr: 'Nommez-en une qu’elle a.' },
  },
  'port cannot be opened': {
    of: subjects.port,
    says: {
      en: '{host}, port {port}, cannot be opened: {problem}.',
      fr: '{host}, port {port}, ne peut pas être ouvert : {problem}.',
    },
    fix: { en: 'See {flag}.', fr: 'Voyez {flag}.' },
  },
  'schema is older': {
    of: { en: 'schema', fr: 'schéma' },
    says: {
      en: 'The database has schema {found}, this program is made for {wanted}: it is of an older version.',
      fr: 'La base a le schéma {found}, ce programme est fait pour {wanted} : elle est d’une version plus ancienne.',
    },
    fix: {
      en: 'Start the server of this version: it brings the database up to date, a folder’s behind a copy.',
      fr: 'Démarrez le serveur de cette version : il met la base à jour, celle d’un dossier après une copie.',
    },
  },
  'database does not open': {
    of: { en: 'database', fr: 'base' },
    says: { en: '{why}', fr: '{why}' },
    fix: {
      en: 'Nothing can be sent before it opens.',
      fr: 'Rien ne peut être envoyé avant qu’elle ne s’ouvre.',
    },
  },
} as const satisfies Readonly<Record<string, FindingWords>>;
