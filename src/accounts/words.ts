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
    en: 'home, all, or country codes separated by commas, such as FR,BE',
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
      en: 'Searches for a phone number, email address, message id or tag, or the id of a webhook, request, call or operator; newest first.',
      fr: 'Cherche un numéro de téléphone, une adresse e-mail, un identifiant de message, une étiquette, ou l’identifiant d’un webhook, d’une requête, d’un appel ou d’un opérateur ; le plus récent d’abord.',
    },
    'account list': {
      en: 'Lists accounts, at most 1000 at a time.',
      fr: 'Liste les comptes, 1000 au plus à la fois.',
    },
    'account show': {
      en: 'Shows an account, its keys and webhooks, and whether its balance matches its ledger.',
      fr: 'Montre un compte, ses clés et ses webhooks, et si son solde correspond à son grand livre.',
    },
    'account create': {
      en: 'Creates an account and its API keys, which are shown only once.',
      fr: 'Crée un compte et ses clés d’API, montrées une seule fois.',
    },
    'account set': { en: 'Changes an account.', fr: 'Modifie un compte.' },
    'account settings show': {
      en: 'Shows the account’s webhook URLs and API settings.',
      fr: 'Montre les URL de webhooks et les réglages API du compte.',
    },
    'account settings set': {
      en: 'Changes the webhook URLs and API settings of an account; new secrets are shown only once.',
      fr: 'Modifie les URL de webhooks et les réglages API d’un compte ; les nouveaux secrets sont montrés une seule fois.',
    },
    'account prices': {
      en: 'Shows what an account pays per segment, email and minute: the current price, and the next one if announced.',
      fr: 'Montre ce qu’un compte paie par segment, e-mail et minute : le tarif actuel, et le prochain s’il est annoncé.',
    },
    'account prices export': {
      en: 'Prints current and announced prices as CSV.',
      fr: 'Écrit en CSV les tarifs actuels et annoncés.',
    },
    'account audit': {
      en: 'Lists the changes made in an account, newest first.',
      fr: 'Liste les changements faits dans un compte, les plus récents d’abord.',
    },
    'account audit total': {
      en: 'Counts the matching changes of an account among the newest 10,000.',
      fr: 'Compte les changements correspondants d’un compte parmi les 10 000 plus récents.',
    },
    'account audit export': {
      en: 'Prints the matching changes of an account as CSV, one line each.',
      fr: 'Écrit en CSV les changements correspondants d’un compte, une ligne pour chacun.',
    },
    'home start': {
      en: 'Shows what to get started with: a test key, numbers to reply to, and the remaining steps before going live.',
      fr: 'Montre de quoi démarrer : une clé de test, des numéros où répondre, et les étapes restantes avant le passage en réel.',
    },
    'home today': {
      en: 'Shows an account’s overview for today: messages sent and delivered, failing endpoints, and how long the balance lasts.',
      fr: 'Montre l’aperçu du jour d’un compte : messages envoyés et remis, points de terminaison en échec, et durée du solde.',
    },
    'account topup': {
      en: 'Adds money to an account. Put a negative amount (a correction) after "--".',
      fr: 'Ajoute de l’argent à un compte. Un montant négatif (une correction) se met après « -- ».',
    },
  },
  fields: {
    q: { shape: 'TEXT', says: 'What is looked for.' },
    ...auditFields,
    account: { shape: 'ID', says: 'The account.' },
    find: { shape: 'TEXT', says: 'Part of a name or an email address.' },
    after: { shape: 'ID', says: 'Begins behind this account.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    parent: { shape: 'ID', says: 'Only the sub-accounts of this account.' },
    name: { shape: 'NAME', says: 'Who it is for.' },
    email: { shape: 'ADDRESS', says: 'Where to reach them.' },
    currency: { shape: 'CODE', says: 'What it pays in. Default: PARLEY_CURRENCY.' },
    country: {
      shape: 'CODE',
      says: 'Country whose numbers may be written in national format. Default: PARLEY_HOME_COUNTRY.',
    },
    balance: { shape: 'AMOUNT', says: 'Money to begin with. Default: 0.' },
    amount: { shape: 'AMOUNT', says: 'How much, such as 100.00.' },
    test: { shape: 'SWITCH', says: 'Adds to what test keys spend.' },
    state: { shape: 'STATE', says: 'active, disabled or blocked.' },
    transliterate: {
      shape: 'HOW',
      says: 'off, punctuation or letters: which characters missing in GSM 7-bit are replaced by similar ones.',
    },
    keyPlaces: {
      shape: 'WHERE',
      says: 'any, body or header: where requests may send their key; body includes headers.',
      flag: 'keysIn',
    },
    timeZone: { shape: 'NAME', says: 'Whose wall clock notices of calls tell.' },
    xmlForm: {
      shape: 'FORM',
      says: 'named or positional: format of XML responses.',
      flag: 'xml',
    },
    alertLevel: {
      shape: 'AMOUNT',
      says: 'Balance below which the account is warned by email, once until it is above it again; none: never.',
    },
    replyUrl: {
      shape: 'URL',
      says: 'URL for replies, and for delivery reports unless --dlr-url is set; "" removes it.',
    },
    dlrUrl: { shape: 'URL', says: 'Where delivery reports go; "" removes it.' },
    eventUrl: { shape: 'URL', says: 'Where events of emails go; "" removes it.' },
    replySignature: {
      shape: 'METHOD',
      says: 'Signature inside replies to long numbers; setting it creates a new secret.',
    },
    replySecret: {
      shape: 'SECRET',
      says: 'The secret of that signature, instead of a generated one',
    },
    webhooksAtOnce: {
      shape: 'COUNT',
      says: 'Concurrent requests to its URLs, 1 to 64. Default: 8.',
    },
    shortNumber: {
      shape: 'NUMBER',
      says: 'The short number that the account sends from and that receives its replies and STOP; "" removes it.',
    },
    keyword: {
      shape: 'WORD',
      says: 'The first word of messages for this account, if the short number is shared.',
    },
    countries: { shape: 'CODES', says: 'Where it may send: home, all, or codes such as FR,BE.' },
    costlyNumbers: {
      shape: 'on|off',
      says: 'Allows premium-rate, shared-cost, satellite and listed high-risk numbers.',
    },
    trust: { shape: 'TRUST', says: 'new or trusted: which limits it has by default.' },
    quietHours: {
      shape: 'STATE',
      says: 'on, off or country (on if the account’s country has such a rule): marketing waits during the recipient’s quiet hours.',
    },
    marketing: { shape: 'on|off', says: 'Whether all that it sends is marketing.' },
    refundUndelivered: {
      shape: 'on|off',
      says: 'Refunds messages that are reported as undelivered. Default: off.',
    },
  },
  refusals: {
    'pages are of all accounts': {
      kind: 'invalid',
      en: '{.after} and {.parent} exclude each other.',
      fr: '{.after} et {.parent} s’excluent.',
      fix: { en: 'Remove one of the two.', fr: 'Retirez l’un des deux.' },
    },
    'account would not change': {
      kind: 'invalid',
      en: 'Nothing to change was given.',
      fr: 'Aucun changement n’a été indiqué.',
      fix: { en: 'Give at least one setting.', fr: 'Indiquez au moins un réglage.' },
    },
    'secret needs a method': {
      kind: 'invalid',
      en: '{.replySecret} requires {.replySignature} with a method.',
      fr: '{.replySecret} exige {.replySignature} avec une méthode.',
      fix: { en: 'Give the method as well.', fr: 'Indiquez aussi la méthode.' },
    },
    'URL cannot be used': {
      kind: 'invalid',
      en: '{.{name}} {reason}. PARLEY_WEBHOOK_ALLOW allows addresses that are not public.',
      fr: '{.{name}} est refusé : {reason}. PARLEY_WEBHOOK_ALLOW autorise des adresses non publiques.',
      fix: {
        en: 'Use a public https URL.',
        fr: 'Utilisez une URL https publique.',
      },
    },
    'keyword needs a short number': {
      kind: 'invalid',
      en: '{.keyword} requires {.shortNumber}.',
      fr: '{.keyword} exige {.shortNumber}.',
      fix: { en: 'Give the short number as well.', fr: 'Indiquez aussi le numéro court.' },
    },
    'short number is not there': {
      kind: 'unknown',
      en: 'Number {number} does not exist.',
      fr: 'Le numéro {number} n’existe pas.',
      fix: {
        en: '`parley number list` lists the existing ones.',
        fr: '`parley number list` liste ceux qui existent.',
      },
    },
    'number is a long one': {
      kind: 'conflict',
      en: '{number} is a long number.',
      fr: '{number} est un numéro long.',
      fix: { en: 'Give a short number.', fr: 'Indiquez un numéro court.' },
    },
    'number is of another account': {
      kind: 'conflict',
      en: '{number} belongs to account {account} and is not shared.',
      fr: '{number} appartient au compte {account} et n’est pas partagé.',
      fix: { en: 'Choose a shared number.', fr: 'Choisissez un numéro partagé.' },
    },
    'keyword is taken': {
      kind: 'conflict',
      en: 'Another account already uses the word {keyword} on {number}.',
      fr: 'Un autre compte utilise déjà le mot {keyword} sur {number}.',
      fix: { en: 'Choose another word.', fr: 'Choisissez un autre mot.' },
    },
  },
} as const satisfies NounWords;
