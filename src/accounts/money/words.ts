/** What people are told of an account's money. */
import { spanWords } from '#accounts/statistics/words.ts';
import type { NounWords, Sentence } from '#core/words.ts';

export const ledgerForms = {
  line: { en: 'the id of a line', fr: 'l’identifiant d’une ligne' },
} satisfies Record<string, Sentence>;

export const balanceWords = {
  does: {
    'balance show': {
      en: 'Shows what an account has left, of live and of test money.',
      fr: 'Montre ce qui reste à un compte, en argent réel et en argent de test.',
    },
    'balance alert': {
      en: 'Says below which balance an account’s address is mailed, once until it is back.',
      fr: 'Fixe le solde sous lequel l’adresse d’un compte reçoit un e-mail, une fois jusqu’à ce qu’il remonte.',
    },
    'balance refill': {
      en: 'Brings the test money of an account back to 100.',
      fr: 'Ramène l’argent de test d’un compte à 100.',
    },
  },
  fields: {
    level: { shape: 'AMOUNT', says: 'Below which balance; none: never.' },
  },
  refusals: {},
} as const satisfies NounWords;

export const ledgerWords = {
  does: {
    'ledger list': {
      en: 'Lists what moved an account’s money, messages by the hour, with what was left behind it; newest first.',
      fr: 'Liste ce qui a fait bouger l’argent d’un compte, les messages par heure, avec le solde qui suit ; le plus récent d’abord.',
    },
    'ledger export': {
      en: 'Prints the newest 50,000 lines of the ledger as a CSV table.',
      fr: 'Écrit les 50 000 lignes les plus récentes du grand livre comme un tableau CSV.',
    },
    'ledger statistics': {
      en: 'Sums parts of SMS, or mails, and their cost, less what was given back, by hour or day of the account.',
      fr: 'Additionne les parties de SMS, ou les mails, et leur coût, moins ce qui a été remboursé, par heure ou jour du compte.',
    },
    'ledger spending': {
      en: 'Shows what an account’s messages have cost by the hour, without what was given back.',
      fr: 'Montre ce que les messages d’un compte ont coûté par heure, sans ce qui a été remboursé.',
    },
  },
  fields: {
    after: { shape: 'LINE', says: 'Begins behind the line of this id.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    purse: { shape: 'MONEY', says: 'live or test money.' },
    ...spanWords.fields,
    product: { shape: 'PRODUCT', says: 'sms or email.' },
    days: { shape: 'DAYS', says: 'How many days back, 92 at most.' },
  },
  refusals: spanWords.refusals,
} as const satisfies NounWords;
