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
  en: 'Write a new certificate to {cert}; a running server uses it within a minute.',
  fr: 'Écrivez un nouveau certificat dans {cert} ; un serveur en marche l’utilise dans la minute.',
};

const endIt: Sentence = {
  en: 'Stop that program, or set another port for Parley: {flag}.',
  fr: 'Arrêtez ce programme, ou réglez un autre port pour Parley : {flag}.',
};

export const machineWords = {
  'certificate has another key': {
    of: subjects.certificate,
    says: { en: '{key} is not the key of {cert}.', fr: '{key} n’est pas la clé de {cert}.' },
    fix: {
      en: 'Set the certificate and the key that belong together.',
      fr: 'Réglez le certificat et la clé qui vont ensemble.',
    },
  },
  'certificate has ended': {
    of: subjects.certificate,
    says: { en: 'It expired on {until}.', fr: 'Il a expiré le {until}.' },
    fix: renew,
  },
  'certificate is not in force': {
    of: subjects.certificate,
    says: { en: 'It is not valid yet.', fr: 'Il n’est pas encore valide.' },
    fix: { en: 'Check the clock of this machine.', fr: 'Vérifiez l’horloge de cette machine.' },
  },
  'certificate ends soon': {
    of: subjects.certificate,
    says: { en: 'It expires on {until}.', fr: 'Il expire le {until}.' },
    fix: renew,
  },
  'certificate is in force': {
    of: subjects.certificate,
    says: { en: 'Valid until {until}.', fr: 'Valide jusqu’au {until}.' },
  },
  'certificate is unreadable': {
    of: subjects.certificate,
    says: {
      en: '{cert} or {key} cannot be read as PEM.',
      fr: '{cert} ou {key} ne se lit pas comme PEM.',
    },
    fix: { en: 'Set files in PEM format.', fr: 'Réglez des fichiers au format PEM.' },
  },
  'data folder is not writable': {
    of: subjects.dataFolder,
    says: {
      en: '{folder} does not exist, or is not writable.',
      fr: '{folder} n’existe pas, ou n’est pas accessible en écriture.',
    },
    fix: {
      en: 'Start the server once to create it, or set another folder with --database. It must be writable.',
      fr: 'Démarrez le serveur une fois pour le créer, ou réglez un autre dossier par --database. Il doit être accessible en écriture.',
    },
  },
  'data folder is open to others': {
    of: subjects.dataFolder,
    says: {
      en: 'Other users of this machine can read {folder}.',
      fr: 'D’autres utilisateurs de cette machine peuvent lire {folder}.',
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
      en: 'Free disk space, or keep data for fewer days: --retention-days. When the disk is full, sends are refused with 503.',
      fr: 'Libérez de l’espace, ou gardez les données moins longtemps : --retention-days. Quand le disque est plein, les envois sont refusés avec 503.',
    },
  },
  'spool disk has room': {
    of: { en: 'spool disk', fr: 'disque des enregistrements' },
    says: free,
    fix: {
      en: 'Free disk space there, or set another folder with --spool. Without space, callers cannot leave messages.',
      fr: 'Libérez-y de l’espace, ou réglez un autre dossier : --spool. Sans espace, les appelants ne peuvent laisser de message.',
    },
  },
  'spool is not writable': {
    of: { en: 'spool', fr: 'dossier des enregistrements' },
    says: {
      en: '{folder} is not writable: calls to voicemail are refused with 503.',
      fr: '{folder} n’est pas accessible en écriture : les appels vers la messagerie sont refusés avec 503.',
    },
    fix: {
      en: 'Make it writable for the user that runs the server, or set another folder: --spool.',
      fr: 'Rendez-le accessible en écriture à l’utilisateur du serveur, ou réglez un autre dossier : --spool.',
    },
  },
  'master key is missing': {
    of: subjects.masterKey,
    says: { en: '{file} does not exist.', fr: '{file} n’existe pas.' },
    fix: {
      en: 'Copy the master key of this installation to that place. Without it, no stored secret can be read.',
      fr: 'Copiez-y la clé maîtresse de cette installation. Sans elle, aucun secret stocké ne peut être lu.',
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
      en: '{file} is in the data folder: a copy of the folder contains both the secrets and their key.',
      fr: '{file} est dans le dossier des données : une copie du dossier contient les secrets et leur clé.',
    },
    fix: {
      en: 'Move it elsewhere, set that path with --master-key-file, and keep a copy apart from the backups.',
      fr: 'Déplacez-la ailleurs, réglez ce chemin par --master-key-file, et gardez une copie à part des sauvegardes.',
    },
  },
  'master key is well': { of: subjects.masterKey, says: { en: '{file}', fr: '{file}' } },
  'public URL is encrypted': { of: subjects.publicUrl, says: { en: '{url}', fr: '{url}' } },
  'public URL is in clear': {
    of: subjects.publicUrl,
    says: { en: '{url} is not encrypted.', fr: '{url} n’est pas chiffrée.' },
    fix: {
      en: 'Put a TLS proxy in front of the server and set --public-url to https://….',
      fr: 'Placez un proxy TLS devant le serveur et réglez --public-url à https://….',
    },
  },
  'public URL is not needed': {
    of: subjects.publicUrl,
    says: {
      en: 'Not needed while only this machine can reach the server.',
      fr: 'Inutile tant que seule cette machine atteint le serveur.',
    },
  },
  'public URL is missing': {
    of: subjects.publicUrl,
    says: {
      en: 'It is not set: links in emails and invitations cannot work.',
      fr: 'Elle n’est pas réglée : les liens des e-mails et des invitations ne peuvent fonctionner.',
    },
    fix: {
      en: 'Set --public-url to the address at which users and mail servers reach this server.',
      fr: 'Réglez --public-url à l’adresse par laquelle utilisateurs et serveurs d’e-mail atteignent ce serveur.',
    },
  },
  'http port is silent': {
    of: subjects.httpPort,
    says: { en: 'No response on {port}.', fr: 'Aucune réponse à {port}.' },
    fix: {
      en: 'Start the server: parley serve. If it runs on another port, give the doctor the same: --port.',
      fr: 'Démarrez le serveur : parley serve. S’il écoute sur un autre port, donnez le même au docteur : --port.',
    },
  },
  'http port is of another program': {
    of: subjects.httpPort,
    says: {
      en: 'Another program responds on {port}.',
      fr: 'Un autre programme répond à {port}.',
    },
    fix: {
      en: 'Set another port for Parley: --port.',
      fr: 'Réglez un autre port pour Parley : --port.',
    },
  },
  'http port is ready': {
    of: subjects.httpPort,
    says: {
      en: '{port} responds; the server is ready.',
      fr: '{port} répond ; le serveur est prêt.',
    },
  },
  'http port is not ready': {
    of: subjects.httpPort,
    says: {
      en: '{port} responds with {status}: {why}.',
      fr: '{port} répond {status} : {why}.',
    },
    fix: {
      en: 'See the findings above and the log for the cause.',
      fr: 'Voyez la cause dans les constats précédents et dans le journal.',
    },
  },
  'port is open': {
    of: subjects.port,
    says: { en: '{ports} is open.', fr: '{ports} est ouvert.' },
  },
  'port was chosen anew': {
    of: subjects.port,
    says: {
      en: 'The server uses a port other than {ports}.',
      fr: 'Le serveur utilise un autre port que {ports}.',
    },
  },
  'port is not listened at': {
    of: subjects.port,
    says: {
      en: 'The server is running, but nothing listens on {ports}.',
      fr: 'Le serveur tourne, mais rien n’écoute sur {ports}.',
    },
    fix: {
      en: 'The server was started with other settings. Restart it with these, or see {flag}.',
      fr: 'Le serveur a démarré avec d’autres réglages. Redémarrez-le avec ceux-ci, ou voyez {flag}.',
    },
  },
  'port is free': {
    of: subjects.port,
    says: { en: '{ports} is free.', fr: '{ports} est libre.' },
  },
  'port is taken': {
    of: subjects.port,
    says: { en: 'Another program uses {port}.', fr: 'Un autre programme utilise {port}.' },
    fix: endIt,
  },
  'port gives way': {
    of: subjects.port,
    says: {
      en: 'Another program uses {port}; Parley will use a free port.',
      fr: 'Un autre programme utilise {port} ; Parley utilisera un port libre.',
    },
    fix: endIt,
  },
  'port needs a right': {
    of: subjects.port,
    says: {
      en: 'This user is not allowed to open {port}.',
      fr: 'Cet utilisateur n’a pas le droit d’ouvrir {port}.',
    },
    fix: {
      en: 'Grant the program the capability CAP_NET_BIND_SERVICE, or set another port: {flag}.',
      fr: 'Accordez au programme la capacité CAP_NET_BIND_SERVICE, ou réglez un autre port : {flag}.',
    },
  },
  'address is of another machine': {
    of: subjects.port,
    says: {
      en: '{host} is not an address of this machine.',
      fr: '{host} n’est pas une adresse de cette machine.',
    },
    fix: { en: 'Set an address of this machine.', fr: 'Réglez une adresse de cette machine.' },
  },
  'port cannot be opened': {
    of: subjects.port,
    says: {
      en: 'Port {port} of {host} cannot be opened: {problem}.',
      fr: 'Le port {port} de {host} ne peut être ouvert : {problem}.',
    },
    fix: { en: 'See {flag}.', fr: 'Voyez {flag}.' },
  },
  'schema is older': {
    of: { en: 'schema', fr: 'schéma' },
    says: {
      en: 'The database has schema version {found}, older than version {wanted} of this program.',
      fr: 'La base a la version de schéma {found}, plus ancienne que la version {wanted} de ce programme.',
    },
    fix: {
      en: 'Start the server of this version. It upgrades the database; a database in a folder is copied first.',
      fr: 'Démarrez le serveur de cette version. Il met la base à niveau ; une base dans un dossier est d’abord copiée.',
    },
  },
  'database does not open': {
    of: { en: 'database', fr: 'base' },
    says: { en: '{why}', fr: '{why}' },
    fix: {
      en: 'Nothing can be sent until the database opens.',
      fr: 'Rien ne peut être envoyé tant que la base ne s’ouvre pas.',
    },
  },
} as const satisfies Readonly<Record<string, FindingWords>>;
