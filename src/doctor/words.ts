/** What people are told of a running server's settings and diagnostics, and of what the doctor has found. */
import { auditWords } from '#accounts/audit/words.ts';
import type { NounWords, Sentence } from '#core/words.ts';

export const serverWords = {
  does: {
    'config server': {
      en: 'Shows the settings that the running server has, and what says each; secrets are hidden.',
      fr: 'Montre les réglages du serveur en marche, et ce qui dit chacun ; les secrets sont cachés.',
    },
    diagnostics: {
      en: 'Writes one document about set-up and state of the running server, without secrets, contents, phones, addresses or names of customers.',
      fr: 'Écrit un document sur la configuration et l’état du serveur en marche, sans secrets, contenus, téléphones, adresses ni noms de clients.',
    },
    'doctor server': {
      en: 'Has the running server look, with its own settings, at what `parley doctor` looks at.',
      fr: 'Fait examiner par le serveur en marche, avec ses propres réglages, ce que `parley doctor` examine.',
    },
  },
  fields: {},
  refusals: {},
} as const satisfies NounWords;

/** What was looked at, how it is, and one thing to do where it is not well. */
export type FindingWords = {
  readonly of: Sentence;
  readonly says: Sentence;
  readonly fix?: Sentence;
};

const subjects = {
  bind: { en: 'bind to {operator}', fr: 'lien vers {operator}' },
  certificate: { en: '{door} certificate', fr: 'certificat {door}' },
  endpoints: { en: 'webhook endpoints', fr: 'points de terminaison' },
  clock: { en: 'clock', fr: 'horloge' },
  databaseUser: { en: 'database user', fr: 'utilisateur de la base' },
  ledger: { en: 'ledger', fr: 'grand livre' },
  audit: { en: 'audit', fr: 'journal d’audit' },
  processes: { en: 'processes', fr: 'processus' },
  operator: { en: 'operator {operator}', fr: 'opérateur {operator}' },
  passkeys: { en: 'passkeys', fr: 'clés d’accès' },
  backup: { en: 'backup', fr: 'sauvegarde' },
  dataFolder: { en: 'data folder', fr: 'dossier des données' },
  disk: { en: 'disk', fr: 'disque' },
  masterKey: { en: 'master key', fr: 'clé maîtresse' },
  publicUrl: { en: 'public URL', fr: 'URL publique' },
  publicUrlFromHere: { en: 'public URL, from here', fr: 'URL publique, vue d’ici' },
  mailPort: { en: 'port {port}', fr: 'port {port}' },
  relay: { en: 'relay {host}', fr: 'relais {host}' },
  nameServer: { en: 'name server', fr: 'serveur de noms' },
  publicName: { en: 'public name', fr: 'nom public' },
  domain: { en: 'domain {domain}', fr: 'domaine {domain}' },
  httpPort: { en: 'http port', fr: 'port http' },
  port: { en: '{door} port', fr: 'port {door}' },
  trunk: { en: 'trunk {trunk}', fr: 'liaison {trunk}' },
  receipts: { en: 'receipts of {operator}', fr: 'accusés de {operator}' },
} as const satisfies Readonly<Record<string, Sentence>>;

const free: Sentence = { en: '{gib} GiB are free.', fr: '{gib} Gio sont libres.' };

const renew: Sentence = {
  en: 'Put a new one into {cert}: a server that runs takes it within a minute.',
  fr: 'Mettez-en un nouveau dans {cert} : un serveur en marche le prend dans la minute.',
};

const checkRelay: Sentence = {
  en: 'See that it runs at that port and takes this user and password: --mail-relay.',
  fr: 'Vérifiez qu’il tourne à ce port et accepte cet utilisateur et ce mot de passe : --mail-relay.',
};

const enterRecords: Sentence = {
  en: 'Enter what this shows: parley domain check {domain}.',
  fr: 'Saisissez ce que ceci montre : parley domain check {domain}.',
};

const trouble: Sentence = { en: '{trouble}.', fr: '{trouble}.' };

const endIt: Sentence = {
  en: 'End that program, or give Parley another port: {flag}.',
  fr: 'Arrêtez ce programme, ou donnez un autre port à Parley : {flag}.',
};

const askForMatching: Sentence = {
  en: `Compare the ids of receipt.unmatched in the log with the operator's answers (parley operator trace); other receipt-id settings would not match them.`,
  fr: 'Comparez les identifiants de receipt.unmatched dans le journal aux réponses de l’opérateur (parley operator trace) ; d’autres réglages receipt-id ne les rapprocheraient pas.',
};

/** Work that is owed, of one engine. */
function owed(of: Sentence): FindingWords {
  return {
    of,
    says: {
      en: '{owed} pending, the oldest {seconds} s overdue{besides}.',
      fr: '{owed} en attente, le plus ancien en retard de {seconds} s{besides}.',
    },
    fix: {
      en: 'Look at the operator, endpoint or server that they wait for: parley cluster.',
      fr: 'Regardez l’opérateur, le point de terminaison ou le serveur qu’ils attendent : parley cluster.',
    },
  };
}

/** By the code of a finding. `fix` is told where all is not well. */
export const findingWords = {
  'operator is bound': {
    of: subjects.bind,
    says: {
      en: 'It is bound now, so nothing was tried.',
      fr: 'Il est lié en ce moment : rien n’a été essayé.',
    },
  },
  'bind was taken': {
    of: subjects.bind,
    says: {
      en: 'It binds, in {durationMs} ms.{itself}',
      fr: 'Le lien s’ouvre, en {durationMs} ms.{itself}',
    },
  },
  'bind was refused': {
    of: subjects.bind,
    says: { en: '{why}.', fr: '{why}.' },
    fix: {
      en: 'Compare what it gave you with parley operator show {operator}; it may have to admit the address of this machine.',
      fr: 'Comparez ce qu’il vous a donné à parley operator show {operator} ; il doit peut-être admettre l’adresse de cette machine.',
    },
  },
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
  'endpoints are well': {
    of: subjects.endpoints,
    says: {
      en: 'None fails; pending deliveries: {pending}.',
      fr: 'Aucun n’échoue ; envois en attente : {pending}.',
    },
  },
  'endpoints take nothing': {
    of: subjects.endpoints,
    says: {
      en: '{troubles}; pending deliveries: {pending}.',
      fr: '{troubles} ; envois en attente : {pending}.',
    },
    fix: {
      en: 'See why: parley endpoint attempts ID. Mend the receiver, or remove the endpoint.',
      fr: 'Voyez pourquoi : parley endpoint attempts ID. Réparez le récepteur, ou retirez le point de terminaison.',
    },
  },
  'clock agrees': {
    of: subjects.clock,
    says: {
      en: "It agrees with the database's within {seconds} s.",
      fr: 'Elle s’accorde avec celle de la base à {seconds} s près.',
    },
  },
  'clock differs': {
    of: subjects.clock,
    says: {
      en: "It differs from the database's by {seconds} s.",
      fr: 'Elle diffère de celle de la base de {seconds} s.',
    },
    fix: {
      en: 'Run a time service (chrony, systemd-timesyncd) on both machines.',
      fr: 'Faites tourner un service de temps (chrony, systemd-timesyncd) sur les deux machines.',
    },
  },
  'database user is confined': {
    of: subjects.databaseUser,
    says: { en: '{name}', fr: '{name}' },
  },
  'database user may do more': {
    of: subjects.databaseUser,
    says: { en: '{troubles}.', fr: '{troubles}.' },
    fix: {
      en: 'Make a user that owns this database and nothing else, with a random password, and name it in --database.',
      fr: 'Créez un utilisateur qui possède cette base et rien d’autre, avec un mot de passe aléatoire, et nommez-le dans --database.',
    },
  },
  'ledger adds up': {
    of: subjects.ledger,
    says: {
      en: 'Each balance is its sum; accounts: {accounts}.',
      fr: 'Chaque solde est sa somme ; comptes : {accounts}.',
    },
  },
  'ledger differs': {
    of: subjects.ledger,
    says: {
      en: 'Balance and sums differ: accounts {accounts}.',
      fr: 'Solde et sommes diffèrent : comptes {accounts}.',
    },
    fix: {
      en: 'Stop sending for them, keep a backup, and compare message and movement rows.',
      fr: 'Arrêtez leurs envois, gardez une sauvegarde, et comparez les lignes des messages et des mouvements.',
    },
  },
  'audit is whole': {
    of: subjects.audit,
    says: {
      en: '{rows} rows, none changed or removed.',
      fr: '{rows} lignes, aucune changée ni retirée.',
    },
  },
  'audit chain is broken': {
    of: subjects.audit,
    says: auditWords.refusals['audit chain is broken'],
    fix: {
      en: 'Compare with a backup: somebody has written in the database itself.',
      fr: 'Comparez à une sauvegarde : quelqu’un a écrit dans la base elle-même.',
    },
  },
  'no process runs': {
    of: subjects.processes,
    says: {
      en: 'No server runs on this installation.',
      fr: 'Aucun serveur ne tourne sur cette installation.',
    },
    fix: { en: 'Start one: parley serve.', fr: 'Démarrez-en un : parley serve.' },
  },
  'processes run': {
    of: subjects.processes,
    says: { en: '{count} run.', fr: '{count} en marche.' },
  },
  'roles are idle': {
    of: subjects.processes,
    says: {
      en: '{count} run, and none of them does: {roles}.',
      fr: '{count} en marche, et aucun n’a ces rôles : {roles}.',
    },
    fix: {
      en: 'Start one that does, if you use it: parley serve --roles {list}.',
      fr: 'Démarrez-en un qui les a, si vous vous en servez : parley serve --roles {list}.',
    },
  },
  'no operator is there': {
    of: { en: 'operators', fr: 'opérateurs' },
    says: {
      en: 'There is none: live messages cannot leave.',
      fr: 'Il n’y en a aucun : les messages réels ne peuvent pas partir.',
    },
    fix: {
      en: 'Add the operator that carries your messages: parley operator add.',
      fr: 'Ajoutez l’opérateur qui porte vos messages : parley operator add.',
    },
  },
  'operator is silent': {
    of: subjects.operator,
    says: {
      en: 'It is bound and does not answer: no submit for {seconds} s. New messages prefer other routes.',
      fr: 'Il est lié et ne répond pas : aucun submit depuis {seconds} s. Les nouveaux messages préfèrent d’autres routes.',
    },
    fix: {
      en: 'Ask the operator. Until it answers, one part every 10 s is its probe.',
      fr: 'Demandez à l’opérateur. Jusqu’à sa réponse, une partie toutes les 10 s lui sert de sonde.',
    },
  },
  'binds are up': {
    of: subjects.operator,
    says: { en: '{up} of {binds} binds are up.', fr: '{up} liens sur {binds} sont ouverts.' },
    fix: {
      en: 'See why in the log (operator.lost), and parley operator show {operator}.',
      fr: 'Voyez pourquoi dans le journal (operator.lost), et parley operator show {operator}.',
    },
  },
  'passkeys work': {
    of: subjects.passkeys,
    says: { en: 'All of them work at {host}.', fr: 'Toutes fonctionnent à {host}.' },
  },
  'passkeys are for another host': {
    of: subjects.passkeys,
    says: {
      en: 'Some do not work at {host}; they were made elsewhere: {made}.',
      fr: 'Certaines ne fonctionnent pas à {host} ; elles ont été créées ailleurs : {made}.',
    },
    fix: {
      en: 'Their owners sign in by password and recovery code (or by parley user reset) and add new ones.',
      fr: 'Leurs détenteurs se connectent par mot de passe et code de secours (ou par parley user reset) et en ajoutent de nouvelles.',
    },
  },
  'parts are owed': owed({ en: 'segments to operators', fr: 'segments vers les opérateurs' }),
  'mails are owed': owed({ en: 'emails', fr: 'e-mails' }),
  'webhooks are owed': owed({ en: 'webhooks', fr: 'webhooks' }),
  'customer deliveries are owed': owed({
    en: 'deliveries to SMPP users',
    fr: 'remises aux utilisateurs SMPP',
  }),
  'no backup was taken': {
    of: subjects.backup,
    says: { en: 'None was ever taken.', fr: 'Aucune n’a jamais été faite.' },
    fix: {
      en: 'Take one each day: parley backup FILE.',
      fr: 'Faites-en une chaque jour : parley backup FILE.',
    },
  },
  'backup was taken': {
    of: subjects.backup,
    says: {
      en: 'The last one was taken {days} days ago.',
      fr: 'La dernière date de {days} jours.',
    },
    fix: {
      en: 'Take one each day: parley backup FILE.',
      fr: 'Faites-en une chaque jour : parley backup FILE.',
    },
  },
  'dump was restored': {
    of: { en: 'restore', fr: 'restauration' },
    says: {
      en: 'A dump was put in place {days} days ago.',
      fr: 'Une copie a été mise en place il y a {days} jours.',
    },
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
  'no domain is proved': {
    of: subjects.mailPort,
    says: {
      en: 'There is no proved domain whose mail servers could be tried.',
      fr: 'Il n’y a pas de domaine prouvé dont les serveurs d’e-mail pourraient être essayés.',
    },
    fix: {
      en: 'Prove a domain, whose servers can then be tried: parley domain check DOMAIN.',
      fr: 'Prouvez un domaine, dont les serveurs pourront être essayés : parley domain check DOMAIN.',
    },
  },
  'mail server answers': {
    of: subjects.mailPort,
    says: { en: '{host} answers, {security}.', fr: '{host} répond ({security}).' },
  },
  'no mail server answers': {
    of: subjects.mailPort,
    says: {
      en: 'No mail server of a proved domain could be reached: {why}.',
      fr: 'Aucun serveur d’e-mail d’un domaine prouvé n’a été atteint : {why}.',
    },
    fix: {
      en: 'Have your provider open this port for what leaves this machine, or send by a relay: --mail-mode relay.',
      fr: 'Faites ouvrir ce port par votre hébergeur pour ce qui quitte cette machine, ou envoyez par un relais : --mail-mode relay.',
    },
  },
  'relay has no address': {
    of: subjects.relay,
    says: { en: '{host} has no address.', fr: '{host} n’a pas d’adresse.' },
    fix: checkRelay,
  },
  'relay takes mails': {
    of: subjects.relay,
    says: { en: 'It takes us, {security}.', fr: 'Il nous accepte ({security}).' },
  },
  'relay does not answer well': {
    of: subjects.relay,
    says: { en: '{why}.', fr: '{why}.' },
    fix: checkRelay,
  },
  'name server answers': {
    of: subjects.nameServer,
    says: { en: 'It answers.', fr: 'Il répond.' },
  },
  'name server does not answer': {
    of: subjects.nameServer,
    says: {
      en: 'Nothing can be looked up: {why}.',
      fr: 'Rien ne peut être cherché : {why}.',
    },
    fix: {
      en: 'Name one that answers: --dns; unless set, /etc/resolv.conf names it.',
      fr: 'Nommez-en un qui répond : --dns ; sans ce réglage, /etc/resolv.conf le nomme.',
    },
  },
  'public name has an address': {
    of: subjects.publicName,
    says: { en: '{name} is {addresses}.', fr: '{name} est {addresses}.' },
  },
  'public name was not looked up': {
    of: subjects.publicName,
    says: {
      en: '{name} could not be looked up: {why}.',
      fr: '{name} n’a pas pu être cherché : {why}.',
    },
    fix: { en: 'Look again later.', fr: 'Regardez de nouveau plus tard.' },
  },
  'public name is known here': {
    of: subjects.publicName,
    says: {
      en: '{name} is known to this machine, not to the DNS.',
      fr: '{name} est connu de cette machine, pas du DNS.',
    },
  },
  'public name has no address': {
    of: subjects.publicName,
    says: { en: '{name} has no address.', fr: '{name} n’a pas d’adresse.' },
    fix: {
      en: 'Enter an A or AAAA record for {name}, or set --public-url to a name that has one.',
      fr: 'Saisissez un enregistrement A ou AAAA pour {name}, ou réglez --public-url à un nom qui en a un.',
    },
  },
  'mail name is unset': {
    of: { en: 'mail name', fr: 'nom de l’e-mail' },
    says: {
      en: 'Servers hear the name of this machine, whatever it is.',
      fr: 'Les serveurs entendent le nom de cette machine, quel qu’il soit.',
    },
    fix: {
      en: 'Set --mail-hello to the name to which the address of this machine leads back.',
      fr: 'Réglez --mail-hello au nom auquel ramène l’adresse de cette machine.',
    },
  },
  'domain took too long': {
    of: subjects.domain,
    says: { en: 'The DNS took too long.', fr: 'Le DNS a mis trop longtemps.' },
    fix: enterRecords,
  },
  'domain is ready': {
    of: subjects.domain,
    says: {
      en: '{report}',
      fr: 'Prêt, pour ce qui a été examiné : parley domain check {domain}.',
    },
  },
  'domain record is wrong': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: 'Pas prêt : un enregistrement dit autre chose que ce qu’il devrait. {troubles}',
    },
    fix: enterRecords,
  },
  'domain record is missing': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: 'Pas prêt : un enregistrement manque. {troubles}',
    },
    fix: enterRecords,
  },
  'domain is unknown now': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: 'Impossible à dire maintenant : le DNS n’a pas tout répondu. {troubles}',
    },
    fix: enterRecords,
  },
  'domains were left out': {
    of: { en: 'domains', fr: 'domaines' },
    says: {
      en: '{left} more were not looked at.',
      fr: '{left} autres n’ont pas été examinés.',
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
  'public URL leads elsewhere': {
    of: subjects.publicUrlFromHere,
    says: {
      en: '{url}/healthz answers {status}, and not as Parley does.',
      fr: '{url}/healthz répond {status}, et pas comme Parley.',
    },
    fix: {
      en: 'Have the proxy there hand every path to the HTTP port of this server.',
      fr: 'Faites passer par le proxy chaque chemin au port HTTP de ce serveur.',
    },
  },
  'public URL answers in clear': {
    of: subjects.publicUrlFromHere,
    says: { en: '{url} answers, in clear.', fr: '{url} répond, en clair.' },
  },
  'public URL answers': {
    of: subjects.publicUrlFromHere,
    says: {
      en: '{url} answers; its certificate ends on {until}.',
      fr: '{url} répond ; son certificat expire le {until}.',
    },
    fix: { en: 'Renew it where the proxy has it.', fr: 'Renouvelez-le là où le proxy l’a.' },
  },
  'public URL has no valid certificate': {
    of: subjects.publicUrlFromHere,
    says: {
      en: 'The certificate of {url} is not accepted: {problem}.',
      fr: 'Le certificat de {url} n’est pas accepté : {problem}.',
    },
    fix: {
      en: 'Give the proxy a certificate for that name, in force and with its chain.',
      fr: 'Donnez au proxy un certificat pour ce nom, en vigueur et avec sa chaîne.',
    },
  },
  'public URL does not answer': {
    of: subjects.publicUrlFromHere,
    says: { en: '{url} does not answer: {why}.', fr: '{url} ne répond pas : {why}.' },
    fix: {
      en: 'See that the name leads to the proxy, that it runs, and that its port is open.',
      fr: 'Vérifiez que le nom mène au proxy, qu’il tourne, et que son port est ouvert.',
    },
  },
  'trunk is not asked': {
    of: subjects.trunk,
    says: { en: 'It is not asked OPTIONS.', fr: 'Elle n’est pas interrogée par OPTIONS.' },
  },
  'trunk answers': {
    of: subjects.trunk,
    says: { en: 'It answers OPTIONS.', fr: 'Elle répond aux OPTIONS.' },
  },
  'trunk has missed one': {
    of: subjects.trunk,
    says: {
      en: 'It did not answer the last OPTIONS, and is asked again.',
      fr: 'Elle n’a pas répondu au dernier OPTIONS, et est interrogée de nouveau.',
    },
  },
  'trunk is not registered': {
    of: subjects.trunk,
    says: trouble,
    fix: {
      en: 'Compare its user and password with what the carrier gave you: parley trunk set {trunk} --auth-user NAME --password PASSWORD. It is tried at once.',
      fr: 'Comparez son utilisateur et son mot de passe à ce que l’opérateur vous a donné : parley trunk set {trunk} --auth-user NAME --password PASSWORD. L’essai est immédiat.',
    },
  },
  'trunk rests': {
    of: subjects.trunk,
    says: trouble,
    fix: {
      en: 'It takes calls again when the rest is over; ask the carrier why it is full.',
      fr: 'Elle reprend des appels à la fin du repos ; demandez à l’opérateur pourquoi elle est pleine.',
    },
  },
  'trunk is down': {
    of: subjects.trunk,
    says: trouble,
    fix: {
      en: 'If it takes calls and ignores OPTIONS: parley trunk set {trunk} --options-ping off. Else compare its host, port and transport, and see what passes with parley trunk trace start {trunk}.',
      fr: 'Si elle prend les appels et ignore OPTIONS : parley trunk set {trunk} --options-ping off. Sinon comparez son hôte, son port et son transport, et voyez ce qui passe par parley trunk trace start {trunk}.',
    },
  },
  'receipts match nothing': {
    of: subjects.receipts,
    says: {
      en: '{count} receipts of the last 7 days matched no message.',
      fr: '{count} accusés des 7 derniers jours sans message.',
    },
    fix: askForMatching,
  },
  'receipts are read otherwise': {
    of: subjects.receipts,
    says: {
      en: '{count} receipts of the last 7 days matched no message; {looks}: {matches} would match by that reading.',
      fr: '{count} accusés des 7 derniers jours sans message ; {looks} : {matches} seraient rapprochés par cette lecture.',
    },
    fix: {
      en: 'parley operator set {operator} {options}. The kept receipts are matched then.',
      fr: 'parley operator set {operator} {options}. Les accusés gardés sont alors rapprochés.',
    },
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

/** What stands within those sentences. */
export const findingParts = {
  itself: { en: ' It calls itself {peer}.', fr: ' Il se nomme {peer}.' },
  orMore: { en: '{count} or more', fr: '{count} ou plus' },
  failing: { en: '{count} fail ({named})', fr: '{count} échouent ({named})' },
  disabled: { en: '{count} disabled', fr: '{count} désactivés' },
  paused: { en: '{count} paused', fr: '{count} suspendus' },
  superuser: {
    en: '{name} is a superuser of the server',
    fr: '{name} est superutilisateur du serveur',
  },
  knownPassword: {
    en: 'the password of {name} is one that is tried first',
    fr: 'le mot de passe de {name} est de ceux que l’on essaie en premier',
  },
  madeFor: { en: '{count} for {host}', fr: '{count} pour {host}' },
  besides: {
    en: '; {seconds} s where somebody has stopped it or the receiver is away',
    fr: ' ; {seconds} s là où quelqu’un l’a arrêté ou le récepteur est absent',
  },
  noReason: { en: 'no reason', fr: 'sans raison' },
  noAnswer: { en: 'no answer', fr: 'pas de réponse' },
  none: { en: 'there is none', fr: 'il n’y en a pas' },
  more: { en: '{troubles} And more.', fr: '{troubles} Et d’autres.' },
  hexInResponse: {
    en: 'ids look hexadecimal in answers and decimal in receipts',
    fr: 'les identifiants semblent hexadécimaux dans les réponses et décimaux dans les accusés',
  },
  hexInReceipt: {
    en: 'ids look decimal in answers and hexadecimal in receipts',
    fr: 'les identifiants semblent décimaux dans les réponses et hexadécimaux dans les accusés',
  },
  asIs: {
    en: 'ids look alike in answers and receipts',
    fr: 'les identifiants semblent pareils dans les réponses et les accusés',
  },
  letterCase: {
    en: 'ids differ in letter case',
    fr: 'les identifiants diffèrent par la casse',
  },
  leadingZeros: {
    en: 'ids differ in leading zeros',
    fr: 'les identifiants diffèrent par des zéros de tête',
  },
} as const satisfies Readonly<Record<string, Sentence>>;
