/** What people are told of accounts. */
import type { NounWords, Sentence } from '#core/words.ts';
import { auditFields } from './audit/words.ts';

export const accountForms = {
  country: {
    en: 'a country code of two letters, such as FR',
    fr: 'un code de pays de deux lettres, comme FR',
  },
  currency: {
    en: 'a currency code of three letters, such as EUR',
    fr: 'un code de devise de trois lettres, comme EUR',
  },
  url: { en: 'a URL', fr: 'une URL' },
  timeZone: {
    en: 'the name of a time zone, such as Europe/Paris',
    fr: 'le nom d’un fuseau horaire, comme Europe/Paris',
  },
  countries: {
    en: 'home, all, or country codes with commas between them, such as FR,BE',
    fr: 'home, all, ou des codes de pays séparés par des virgules, comme FR,BE',
  },
  shortNumber: {
    en: 'a number of 3 to 15 digits, such as 36180',
    fr: 'un numéro de 3 à 15 chiffres, comme 36180',
  },
  keyword: {
    en: 'one word of 1 to 20 letters and digits',
    fr: 'un mot de 1 à 20 lettres et chiffres',
  },
  replySecret: {
    en: 'a secret of 8 to 200 visible characters',
    fr: 'un secret de 8 à 200 caractères visibles',
  },
} satisfies Record<string, Sentence>;

export const accountWords = {
  does: {
    'account search': {
      en: 'Finds by phone in any form, email address, message id, tag, and the ids of webhooks, requests, calls and operators; the newest first.',
      fr: 'Trouve par téléphone sous toute forme, adresse e-mail, identifiant de message, étiquette, et identifiants de webhooks, requêtes, appels et opérateurs ; le plus récent d’abord.',
    },
    'account list': {
      en: 'Lists accounts, 1000 at most at a time.',
      fr: 'Liste les comptes, 1000 au plus à la fois.',
    },
    'account show': {
      en: 'Shows an account, its keys, its webhooks, and whether its money adds up.',
      fr: 'Montre un compte, ses clés, ses webhooks, et si son argent tombe juste.',
    },
    'account create': {
      en: 'Makes an account and its API keys, which are shown this once.',
      fr: 'Crée un compte et ses clés API, montrées cette seule fois.',
    },
    'account set': { en: 'Changes an account.', fr: 'Modifie un compte.' },
    'account settings show': {
      en: 'Shows where the account’s webhooks go, how its texts are read, and its switches.',
      fr: 'Montre où vont les webhooks du compte, comment ses textes sont lus, et ses réglages.',
    },
    'account settings set': {
      en: 'Sets or removes URLs of an account, and its switches; new secrets are shown this once.',
      fr: 'Fixe ou retire des URL d’un compte, et ses réglages ; les nouveaux secrets sont montrés cette seule fois.',
    },
    'account prices': {
      en: 'Shows what an account pays for a part, a mail and a minute: in force, and the next one where it is announced.',
      fr: 'Montre ce qu’un compte paie un segment, un e-mail et une minute : en vigueur, et le prochain prix annoncé.',
    },
    'account prices export': {
      en: 'Prints the prices in force and announced as a CSV table.',
      fr: 'Écrit les prix en vigueur et annoncés comme un tableau CSV.',
    },
    'account audit': {
      en: 'Lists what people have changed in an account, the newest first.',
      fr: 'Liste ce que des gens ont changé dans un compte, le plus récent d’abord.',
    },
    'account audit total': {
      en: 'Counts the changes of an account that fit, among the newest 10,000.',
      fr: 'Compte les changements d’un compte qui conviennent, parmi les 10 000 plus récents.',
    },
    'account audit export': {
      en: 'Prints the changes of an account that fit as a CSV table, a line for each.',
      fr: 'Écrit les changements d’un compte qui conviennent comme un tableau CSV, une ligne pour chacun.',
    },
    'home start': {
      en: 'What the first minutes need: a test key, numbers to reply to, and what is missing before going live.',
      fr: 'Ce qu’il faut aux premières minutes : une clé de test, des numéros où répondre, et ce qui manque avant le réel.',
    },
    'home today': {
      en: 'How an account does today: what was sent and arrived, endpoints that fail, and how long the balance lasts.',
      fr: 'Où en est un compte aujourd’hui : ce qui est parti et arrivé, les points de terminaison en échec, et la durée du solde.',
    },
    'account topup': {
      en: 'Adds money to an account. A negative amount, which corrects, stands behind "--".',
      fr: 'Ajoute de l’argent à un compte. Un montant négatif, qui corrige, se met derrière « -- ».',
    },
  },
  fields: {
    q: { shape: 'TEXT', says: 'What is looked for.' },
    ...auditFields,
    account: { shape: 'ID', says: 'The account.' },
    after: { shape: 'ID', says: 'Begins behind this account.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    parent: { shape: 'ID', says: 'Only the sub-accounts of this account.' },
    name: { shape: 'NAME', says: 'Who it is for.' },
    email: { shape: 'ADDRESS', says: 'Where to reach them.' },
    currency: { shape: 'CODE', says: 'What it pays in. Default: PARLEY_CURRENCY.' },
    country: {
      shape: 'CODE',
      says: 'Whose numbers may be written in national form; PARLEY_HOME_COUNTRY for a new one.',
    },
    balance: { shape: 'AMOUNT', says: 'Money to begin with. Default: 0.' },
    amount: { shape: 'AMOUNT', says: 'How much, such as 100.00.' },
    test: { shape: 'SWITCH', says: 'Adds to what test keys spend.' },
    state: { shape: 'STATE', says: 'active, disabled or blocked.' },
    transliterate: {
      shape: 'HOW',
      says: 'off, punctuation or letters: writes what GSM lacks in characters that look alike.',
    },
    keyPlaces: {
      shape: 'WHERE',
      says: 'any, body or header: where requests may carry their key; body is body or header.',
      flag: 'keysIn',
    },
    timeZone: { shape: 'NAME', says: 'Whose wall clock notices of calls tell.' },
    xmlForm: {
      shape: 'FORM',
      says: 'named or positional: how XML replies are written.',
      flag: 'xml',
    },
    alertLevel: {
      shape: 'AMOUNT',
      says: 'Below which balance its address is mailed, once until it is back; none: never.',
    },
    replyUrl: {
      shape: 'URL',
      says: 'Where replies go, and reports unless --dlr-url is given; "" removes it.',
    },
    dlrUrl: { shape: 'URL', says: 'Where delivery reports go; "" removes it.' },
    eventUrl: { shape: 'URL', says: 'Where events of emails go; "" removes it.' },
    replySignature: {
      shape: 'METHOD',
      says: 'How replies to long numbers are signed inside; each time that one is named it gets another secret.',
    },
    replySecret: {
      shape: 'SECRET',
      says: 'The secret of that signature in place of one that is made',
    },
    webhooksAtOnce: {
      shape: 'COUNT',
      says: 'Requests that its URLs get at a time, 1 to 64. Default: 8.',
    },
    shortNumber: {
      shape: 'NUMBER',
      says: 'The short number that it sends from and that takes its replies and STOP; "" takes it away.',
    },
    keyword: {
      shape: 'WORD',
      says: 'The first word that leads a message on that number to it, if others share the number.',
    },
    countries: { shape: 'CODES', says: 'Where it may send: home, all, or codes such as FR,BE.' },
    costlyNumbers: {
      shape: 'on|off',
      says: 'Premium rate, shared cost, satellite and listed high-risk numbers.',
    },
    trust: { shape: 'TRUST', says: 'new or trusted: which limits it has by default.' },
    quietHours: {
      shape: 'STATE',
      says: 'on, off or country (where the account’s own has such a rule): its marketing waits for the recipient’s day.',
    },
    marketing: { shape: 'on|off', says: 'Whether all that it sends is marketing.' },
    refundUndelivered: {
      shape: 'on|off',
      says: 'Whether what is reported as not delivered is paid back. Default: off.',
    },
  },
  refusals: {
    'pages are of all accounts': {
      kind: 'invalid',
      en: '{.after} does not go with {.parent}.',
      fr: '{.after} ne va pas avec {.parent}.',
      fix: { en: 'Name one of them.', fr: 'Nommez l’un des deux.' },
    },
    'account would not change': {
      kind: 'invalid',
      en: 'Say what is to change.',
      fr: 'Dites ce qui doit changer.',
      fix: { en: 'Name a setting.', fr: 'Nommez un réglage.' },
    },
    'secret needs a method': {
      kind: 'invalid',
      en: '{.replySecret} needs {.replySignature} with a method.',
      fr: '{.replySecret} demande {.replySignature} avec une méthode.',
      fix: { en: 'Name the method, too.', fr: 'Nommez aussi la méthode.' },
    },
    'URL cannot be used': {
      kind: 'invalid',
      en: '{.{name}} {reason}. PARLEY_WEBHOOK_ALLOW opens addresses that are not public.',
      fr: '{.{name}} est refusé : {reason}. PARLEY_WEBHOOK_ALLOW ouvre des adresses qui ne sont pas publiques.',
      fix: {
        en: 'Give an https address that others can reach.',
        fr: 'Donnez une adresse https que d’autres peuvent joindre.',
      },
    },
    'keyword needs a short number': {
      kind: 'invalid',
      en: '{.keyword} needs {.shortNumber}.',
      fr: '{.keyword} demande {.shortNumber}.',
      fix: { en: 'Name the short number, too.', fr: 'Nommez aussi le numéro court.' },
    },
    'short number is not there': {
      kind: 'unknown',
      en: 'There is no number {number}.',
      fr: 'Il n’y a pas de numéro {number}.',
      fix: {
        en: '`parley number list` lists those that are there.',
        fr: '`parley number list` liste ceux qui sont là.',
      },
    },
    'number is a long one': {
      kind: 'conflict',
      en: '{number} is a long number.',
      fr: '{number} est un numéro long.',
      fix: { en: 'Name a short number.', fr: 'Nommez un numéro court.' },
    },
    'number is of another account': {
      kind: 'conflict',
      en: '{number} is account {account}’s alone.',
      fr: '{number} est au compte {account} seul.',
      fix: { en: 'Name a number that is shared.', fr: 'Nommez un numéro partagé.' },
    },
    'keyword is taken': {
      kind: 'conflict',
      en: 'Another account has the word {keyword} on {number}.',
      fr: 'Un autre compte a le mot {keyword} sur {number}.',
      fix: { en: 'Name another word.', fr: 'Nommez un autre mot.' },
    },
  },
} as const satisfies NounWords;
