/** What people are told of prices. */
import type { NounWords } from '#core/words.ts';

export const priceWords = {
  does: {
    'price set': {
      en: 'Sets what a part costs, or a mail: of several prefixes that fit the longest counts.',
      fr: 'Fixe ce que coûte une partie, ou un mail : de plusieurs préfixes qui vont, le plus long compte.',
    },
    'price list': {
      en: 'Lists prices by prefix, those of single accounts behind the common ones.',
      fr: 'Liste les tarifs par préfixe, ceux de comptes derrière les communs.',
    },
    'price remove': {
      en: 'Removes a price: numbers, or mails, without any are not accepted.',
      fr: 'Retire un tarif : les numéros, ou les mails, qui n’en ont aucun ne sont pas acceptés.',
    },
    'price import': {
      en: 'Sets prices from a CSV file with a heading: prefix, price (none removes one), and any of account, from.',
      fr: 'Fixe des tarifs d’après un fichier CSV avec un titre : prefix, price (none en retire un), et au choix account, from.',
    },
    'price plan': {
      en: 'Says what importing a table of prices would change, without doing it.',
      fr: 'Dit ce que changerait l’importation d’un tableau de tarifs, sans la faire.',
    },
  },
  fields: {
    prefix: { shape: 'DIGITS', says: 'What numbers begin with, such as 33; "" is all numbers.' },
    mail: { shape: 'SWITCH', says: 'Of a mail, which an email has one of for each recipient.' },
    account: { shape: 'ID', says: 'Of this account alone.' },
    from: { shape: 'DAY', says: 'In force from this day, UTC. Default: at once.' },
    price: { shape: 'AMOUNT', says: 'What one costs.' },
    limit: { shape: 'COUNT', says: 'At most so many.' },
    table: { shape: 'FILE', says: 'The table; prices that it does not name stay.' },
  },
  refusals: {
    'price is of a prefix or of mails': {
      kind: 'invalid',
      en: 'Say either {.prefix} or {.mail}.',
      fr: 'Donnez soit {.prefix}, soit {.mail}.',
      fix: { en: 'Name one of them.', fr: 'Donnez l’un des deux.' },
    },
    'price is unknown': {
      kind: 'unknown',
      en: 'There is no such price of "{prefix}".',
      fr: 'Il n’y a pas de tel tarif de « {prefix} ».',
      fix: {
        en: '`parley price list` shows prices with their account and day.',
        fr: '`parley price list` montre les tarifs avec leur compte et leur jour.',
      },
    },
    'price of mails is unknown': {
      kind: 'unknown',
      en: 'There is no such price of mails.',
      fr: 'Il n’y a pas de tel tarif de mails.',
      fix: {
        en: '`parley price list --mail` shows them with their account and day.',
        fr: '`parley price list --mail` les montre avec leur compte et leur jour.',
      },
    },
    'price stands there twice': {
      kind: 'conflict',
      en: '"{prefix}" stands there twice for the same account and day.',
      fr: '« {prefix} » y est deux fois pour le même compte et le même jour.',
      fix: { en: 'Leave one of them in the table.', fr: 'N’en laissez qu’un dans le tableau.' },
    },
    'account of a price is unknown': {
      kind: 'unknown',
      en: 'There is no account {account}.',
      fr: 'Il n’y a pas de compte {account}.',
      fix: {
        en: '`parley account list` shows the accounts.',
        fr: '`parley account list` montre les comptes.',
      },
    },
  },
} as const satisfies NounWords;
