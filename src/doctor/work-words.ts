/** What the doctor says of what it reads in the storage: money, processes, binds, trunks, endpoints, what is late, backups. */
import { auditWords } from '#accounts/audit/words.ts';
import type { Sentence } from '#core/words.ts';
import type { FindingWords } from './finding-words.ts';

const subjects = {
  bind: { en: 'bind to {operator}', fr: 'liaison vers {operator}' },
  endpoints: { en: 'webhook endpoints', fr: 'points de terminaison' },
  clock: { en: 'clock', fr: 'horloge' },
  databaseUser: { en: 'database user', fr: 'utilisateur de la base' },
  ledger: { en: 'ledger', fr: 'grand livre' },
  audit: { en: 'audit', fr: 'journal d’audit' },
  processes: { en: 'processes', fr: 'processus' },
  operator: { en: 'operator {operator}', fr: 'opérateur {operator}' },
  passkeys: { en: 'passkeys', fr: 'clés d’accès' },
  backup: { en: 'backup', fr: 'sauvegarde' },
  trunk: { en: 'trunk {trunk}', fr: 'trunk {trunk}' },
  receipts: { en: 'receipts of {operator}', fr: 'accusés de {operator}' },
} as const satisfies Readonly<Record<string, Sentence>>;

const trouble: Sentence = { en: '{trouble}.', fr: '{trouble}.' };

const askForMatching: Sentence = {
  en: 'No other receipt-id setting would match them. Compare the ids of receipt.unmatched in the log with the operator’s responses: parley operator trace.',
  fr: 'Aucun autre réglage receipt-id ne les rapprocherait. Comparez les identifiants de receipt.unmatched dans le journal aux réponses de l’opérateur : parley operator trace.',
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
      en: 'Check the operator, endpoint or server that they wait for: parley cluster.',
      fr: 'Vérifiez l’opérateur, le point de terminaison ou le serveur qu’ils attendent : parley cluster.',
    },
  };
}

export const workWords = {
  'operator is bound': {
    of: subjects.bind,
    says: {
      en: 'It is bound now, so no test bind was made.',
      fr: 'Elle est établie en ce moment : aucun test n’a été fait.',
    },
  },
  'bind was taken': {
    of: subjects.bind,
    says: {
      en: 'A test bind succeeded in {durationMs} ms.{itself}',
      fr: 'Une liaison de test a réussi en {durationMs} ms.{itself}',
    },
  },
  'bind was refused': {
    of: subjects.bind,
    says: { en: '{why}.', fr: '{why}.' },
    fix: {
      en: 'Compare the settings with those that the operator gave you: parley operator show {operator}. The operator may have to allow the address of this machine.',
      fr: 'Comparez les réglages à ceux que l’opérateur vous a donnés : parley operator show {operator}. Il doit peut-être autoriser l’adresse de cette machine.',
    },
  },
  'endpoints are well': {
    of: subjects.endpoints,
    says: {
      en: 'None is failing; pending deliveries: {pending}.',
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
      en: 'See the failed attempts: parley endpoint attempts ID. Fix the endpoint’s server, or remove the endpoint.',
      fr: 'Voyez les tentatives échouées : parley endpoint attempts ID. Réparez le serveur du point de terminaison, ou supprimez ce dernier.',
    },
  },
  'clock agrees': {
    of: subjects.clock,
    says: {
      en: 'The clocks of this machine and of the database differ by {seconds} s.',
      fr: 'Les horloges de cette machine et de la base diffèrent de {seconds} s.',
    },
  },
  'clock differs': {
    of: subjects.clock,
    says: {
      en: 'The clocks of this machine and of the database differ by {seconds} s, which is too much.',
      fr: 'Les horloges de cette machine et de la base diffèrent de {seconds} s, ce qui est trop.',
    },
    fix: {
      en: 'Synchronize the clocks of both machines, for example with chrony or systemd-timesyncd.',
      fr: 'Synchronisez les horloges des deux machines, par exemple avec chrony ou systemd-timesyncd.',
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
      en: 'Create a user that owns only this database, with a random password, and set it in --database.',
      fr: 'Créez un utilisateur qui ne possède que cette base, avec un mot de passe aléatoire, et réglez-le dans --database.',
    },
  },
  'ledger adds up': {
    of: subjects.ledger,
    says: {
      en: 'Each balance is the sum of its transactions; accounts: {accounts}.',
      fr: 'Chaque solde est la somme de ses mouvements ; comptes : {accounts}.',
    },
  },
  'ledger differs': {
    of: subjects.ledger,
    says: {
      en: 'Balance and sum of transactions differ: accounts {accounts}.',
      fr: 'Solde et somme des mouvements diffèrent : comptes {accounts}.',
    },
    fix: {
      en: 'Stop sending for these accounts, keep a backup, and compare their messages with their transactions.',
      fr: 'Arrêtez les envois de ces comptes, gardez une sauvegarde, et comparez leurs messages à leurs mouvements.',
    },
  },
  'audit is whole': {
    of: subjects.audit,
    says: {
      en: '{rows} entries, none changed or removed.',
      fr: '{rows} entrées, aucune changée ni supprimée.',
    },
  },
  'audit chain is broken': {
    of: subjects.audit,
    says: auditWords.refusals['audit chain is broken'],
    fix: {
      en: 'The database was changed from outside Parley. Compare it with a backup.',
      fr: 'La base a été changée hors de Parley. Comparez-la à une sauvegarde.',
    },
  },
  'no process runs': {
    of: subjects.processes,
    says: {
      en: 'No server of this installation is running.',
      fr: 'Aucun serveur ne tourne sur cette installation.',
    },
    fix: { en: 'Start one: parley serve.', fr: 'Démarrez-en un : parley serve.' },
  },
  'processes run': {
    of: subjects.processes,
    says: { en: '{count} running.', fr: '{count} en marche.' },
  },
  'roles are idle': {
    of: subjects.processes,
    says: {
      en: '{count} running; no process has these roles: {roles}.',
      fr: '{count} en marche ; aucun processus n’a ces rôles : {roles}.',
    },
    fix: {
      en: 'If you need them, start a server with them: parley serve --roles {list}.',
      fr: 'Si vous en avez besoin, démarrez un serveur qui les a : parley serve --roles {list}.',
    },
  },
  'no operator is there': {
    of: { en: 'operators', fr: 'opérateurs' },
    says: {
      en: 'There is no operator: live messages cannot be sent.',
      fr: 'Il n’y a aucun opérateur : les messages réels ne peuvent être envoyés.',
    },
    fix: {
      en: 'Add an operator: parley operator add.',
      fr: 'Ajoutez un opérateur : parley operator add.',
    },
  },
  'operator is silent': {
    of: subjects.operator,
    says: {
      en: 'It is bound but has answered no submit for {seconds} s. New messages prefer other routes.',
      fr: 'Il est lié mais n’a répondu à aucun submit depuis {seconds} s. Les nouveaux messages préfèrent d’autres routes.',
    },
    fix: {
      en: 'Contact the operator. Until it answers, one segment every 10 s probes it.',
      fr: 'Contactez l’opérateur. Jusqu’à sa réponse, un segment toutes les 10 s le sonde.',
    },
  },
  'binds are up': {
    of: subjects.operator,
    says: { en: '{up} of {binds} binds are up.', fr: '{up} liaisons sur {binds} sont établies.' },
    fix: {
      en: 'See the reason in the log (operator.lost) or with parley operator show {operator}.',
      fr: 'Voyez la raison dans le journal (operator.lost) ou par parley operator show {operator}.',
    },
  },
  'passkeys work': {
    of: subjects.passkeys,
    says: { en: 'All work at {host}.', fr: 'Toutes fonctionnent à {host}.' },
  },
  'passkeys are for another host': {
    of: subjects.passkeys,
    says: {
      en: 'Some do not work at {host}, because they were created for another host: {made}.',
      fr: 'Certaines ne fonctionnent pas à {host}, parce qu’elles ont été créées pour un autre hôte : {made}.',
    },
    fix: {
      en: 'Their owners can sign in with password and recovery code, or after parley user reset, and add new passkeys.',
      fr: 'Leurs détenteurs peuvent se connecter par mot de passe et code de secours, ou après parley user reset, et ajouter de nouvelles clés d’accès.',
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
    says: { en: 'No backup was ever taken.', fr: 'Aucune sauvegarde n’a jamais été faite.' },
    fix: {
      en: 'Take a backup every day: parley backup FILE.',
      fr: 'Faites une sauvegarde chaque jour : parley backup FILE.',
    },
  },
  'backup was taken': {
    of: subjects.backup,
    says: {
      en: 'The last one was taken {days} days ago.',
      fr: 'La dernière date de {days} jours.',
    },
    fix: {
      en: 'Take a backup every day: parley backup FILE.',
      fr: 'Faites une sauvegarde chaque jour : parley backup FILE.',
    },
  },
  'dump was restored': {
    of: { en: 'restore', fr: 'restauration' },
    says: {
      en: 'The database was restored from a dump {days} days ago.',
      fr: 'La base a été restaurée depuis une copie il y a {days} jours.',
    },
  },
  'trunk is not asked': {
    of: subjects.trunk,
    says: { en: 'OPTIONS pings are off.', fr: 'Les requêtes OPTIONS sont désactivées.' },
  },
  'trunk answers': {
    of: subjects.trunk,
    says: { en: 'It responds to OPTIONS.', fr: 'Il répond aux OPTIONS.' },
  },
  'trunk has missed one': {
    of: subjects.trunk,
    says: {
      en: 'It did not respond to the last OPTIONS; another one follows.',
      fr: 'Il n’a pas répondu au dernier OPTIONS ; un autre suit.',
    },
  },
  'trunk is not registered': {
    of: subjects.trunk,
    says: trouble,
    fix: {
      en: 'Compare user and password with those that the carrier gave you: parley trunk set {trunk} --auth-user NAME --password PASSWORD. A change is tried at once.',
      fr: 'Comparez l’utilisateur et le mot de passe à ceux que l’opérateur vous a donnés : parley trunk set {trunk} --auth-user NAME --password PASSWORD. Un changement est essayé aussitôt.',
    },
  },
  'trunk rests': {
    of: subjects.trunk,
    says: trouble,
    fix: {
      en: 'It gets calls again after that. Ask the carrier why it is overloaded.',
      fr: 'Il reçoit de nouveau des appels ensuite. Demandez à l’opérateur pourquoi il est surchargé.',
    },
  },
  'trunk is down': {
    of: subjects.trunk,
    says: trouble,
    fix: {
      en: 'If it accepts calls but ignores OPTIONS: parley trunk set {trunk} --options-ping off. Otherwise check its host, port and transport, and trace its SIP messages: parley trunk trace start {trunk}.',
      fr: 'S’il accepte les appels mais ignore OPTIONS : parley trunk set {trunk} --options-ping off. Sinon vérifiez son hôte, son port et son transport, et tracez ses messages SIP : parley trunk trace start {trunk}.',
    },
  },
  'receipts match nothing': {
    of: subjects.receipts,
    says: {
      en: '{count} receipts of the last 7 days matched no message.',
      fr: '{count} accusés des 7 derniers jours ne correspondent à aucun message.',
    },
    fix: askForMatching,
  },
  'receipts are read otherwise': {
    of: subjects.receipts,
    says: {
      en: '{count} receipts of the last 7 days matched no message; {looks}. With the settings below, {matches} of them would match.',
      fr: '{count} accusés des 7 derniers jours ne correspondent à aucun message ; {looks}. Avec les réglages ci-dessous, {matches} seraient rapprochés.',
    },
    fix: {
      en: 'parley operator set {operator} {options}. Kept receipts are matched afterwards.',
      fr: 'parley operator set {operator} {options}. Les accusés gardés sont ensuite rapprochés.',
    },
  },
} as const satisfies Readonly<Record<string, FindingWords>>;
