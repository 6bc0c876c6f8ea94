/** What the doctor says of what it reads in the storage: money, processes, binds, trunks, endpoints, what is late, backups. */
import { auditWords } from '#accounts/audit/words.ts';
import type { Sentence } from '#core/words.ts';
import type { FindingWords } from './finding-words.ts';

const subjects = {
  bind: { en: 'bind to {operator}', fr: 'lien vers {operator}' },
  endpoints: { en: 'webhook endpoints', fr: 'points de terminaison' },
  clock: { en: 'clock', fr: 'horloge' },
  databaseUser: { en: 'database user', fr: 'utilisateur de la base' },
  ledger: { en: 'ledger', fr: 'grand livre' },
  audit: { en: 'audit', fr: 'journal d’audit' },
  processes: { en: 'processes', fr: 'processus' },
  operator: { en: 'operator {operator}', fr: 'opérateur {operator}' },
  passkeys: { en: 'passkeys', fr: 'clés d’accès' },
  backup: { en: 'backup', fr: 'sauvegarde' },
  trunk: { en: 'trunk {trunk}', fr: 'liaison {trunk}' },
  receipts: { en: 'receipts of {operator}', fr: 'accusés de {operator}' },
} as const satisfies Readonly<Record<string, Sentence>>;

const trouble: Sentence = { en: '{trouble}.', fr: '{trouble}.' };

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

export const workWords = {
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
} as const satisfies Readonly<Record<string, FindingWords>>;
