/** What people are told of an account's money. */
import { spanWords } from '#accounts/statistics/words.ts';
import type { NounWords, Sentence } from '#core/words.ts';

export const ledgerForms = {
  line: { en: 'the id of a ledger line', fr: 'l’identifiant d’une ligne du grand livre' },
} satisfies Record<string, Sentence>;

export const balanceWords = {
  does: {
    'balance show': {
      en: 'Shows the live and test balance of an account.',
      fr: 'Montre le solde réel et le solde de test d’un compte.',
    },
    'balance alert': {
      en: 'Sets the balance below which the account is warned by email, once until the balance is above it again.',
      fr: 'Fixe le solde sous lequel le compte est averti par e-mail, une fois jusqu’à ce que le solde remonte.',
    },
    'balance refill': {
      en: 'Resets the test balance of an account to 100.',
      fr: 'Ramène le solde de test d’un compte à 100.',
    },
  },
  fields: { level: { shape: 'AMOUNT', says: 'Below which balance; none: never.' } },
  refusals: {},
} as const satisfies NounWords;

export const ledgerWords = {
  does: {
    'ledger list': {
      en: 'Lists the ledger of an account with the balance after each line, newest first. Messages are summed by hour.',
      fr: 'Liste le grand livre d’un compte avec le solde après chaque ligne, les plus récentes d’abord. Les messages sont additionnés par heure.',
    },
    'ledger export': {
      en: 'Prints the newest 50,000 lines of the ledger as CSV.',
      fr: 'Écrit en CSV les 50 000 lignes les plus récentes du grand livre.',
    },
    'ledger statistics': {
      en: 'Sums SMS segments or emails and their cost, less refunds, by hour or day in the account’s time zone.',
      fr: 'Additionne les segments de SMS ou les e-mails et leur coût, moins les remboursements, par heure ou par jour dans le fuseau du compte.',
    },
    'ledger spending': {
      en: 'Shows the cost of an account’s messages by hour, less refunds.',
      fr: 'Montre le coût des messages d’un compte par heure, moins les remboursements.',
    },
  },
  fields: {
    after: { shape: 'LINE', says: 'Begins behind the line of this id.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    find: {
      shape: 'TEXT',
      says: 'Only lines whose kind, author or subject contains it.',
    },
    purse: { shape: 'MONEY', says: 'live or test money.' },
    ...spanWords.fields,
    product: { shape: 'PRODUCT', says: 'sms or email.' },
    days: { shape: 'DAYS', says: 'How many days back, 92 at most.' },
  },
  refusals: spanWords.refusals,
} as const satisfies NounWords;
