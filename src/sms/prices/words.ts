/** What people are told of prices. */
import type { NounWords } from '#core/words.ts';

export const priceWords = {
  does: {
    'price set': {
      en: 'Sets the price of a segment or an email; the longest matching prefix applies.',
      fr: 'Fixe le tarif d’un segment ou d’un e-mail ; le préfixe le plus long s’applique.',
    },
    'price list': {
      en: 'Lists prices by prefix: common prices first, then those of single accounts.',
      fr: 'Liste les tarifs par préfixe : d’abord les communs, puis ceux de comptes.',
    },
    'price remove': {
      en: 'Removes a price; messages and emails without a price are refused.',
      fr: 'Retire un tarif ; les messages et les e-mails sans tarif sont refusés.',
    },
    'price import': {
      en: 'Sets prices from a CSV file with a header line: prefix, price (none removes one), and any of account, from.',
      fr: 'Fixe des tarifs d’après un fichier CSV avec une ligne d’en-tête : prefix, price (none en retire un), et au choix account, from.',
    },
    'price plan': {
      en: 'Previews the import of a table of prices, without changing anything.',
      fr: 'Prévisualise l’importation d’un tableau de tarifs, sans rien changer.',
    },
  },
  fields: {
    prefix: { shape: 'DIGITS', says: 'What numbers begin with, such as 33; "" is all numbers.' },
    mail: { shape: 'SWITCH', says: 'Of a mail, which an email has one of for each recipient.' },
    account: { shape: 'ID', says: 'Of this account alone.' },
    from: { shape: 'DAY', says: 'In force from this day, UTC. Default: at once.' },
    price: { shape: 'AMOUNT', says: 'What one costs.' },
    limit: { shape: 'COUNT', says: 'Maximum number of entries.' },
    table: { shape: 'FILE', says: 'The table; prices that it does not name stay.' },
  },
  refusals: {
    'price is of a prefix or of mails': {
      kind: 'invalid',
      en: 'Give either {.prefix} or {.mail}.',
      fr: 'Indiquez soit {.prefix}, soit {.mail}.',
      fix: { en: 'Give one of the two.', fr: 'Indiquez l’un des deux.' },
    },
    'price is unknown': {
      kind: 'unknown',
      en: 'There is no price for "{prefix}".',
      fr: 'Il n’y a pas de tarif pour « {prefix} ».',
      fix: {
        en: '`parley price list` shows prices with their account and day.',
        fr: '`parley price list` montre les tarifs avec leur compte et leur jour.',
      },
    },
    'price of mails is unknown': {
      kind: 'unknown',
      en: 'There is no such price for emails.',
      fr: 'Il n’y a pas de tel tarif pour les e-mails.',
      fix: {
        en: '`parley price list --mail` shows them with their account and day.',
        fr: '`parley price list --mail` les montre avec leur compte et leur jour.',
      },
    },
    'price stands there twice': {
      kind: 'conflict',
      en: '"{prefix}" occurs twice for the same account and day.',
      fr: '« {prefix} » figure deux fois pour le même compte et le même jour.',
      fix: { en: 'Remove one of them from the table.', fr: 'Retirez l’un d’eux du tableau.' },
    },
    'account of a price is unknown': {
      kind: 'unknown',
      en: 'Account {account} does not exist.',
      fr: 'Le compte {account} n’existe pas.',
      fix: {
        en: '`parley account list` shows the accounts.',
        fr: '`parley account list` montre les comptes.',
      },
    },
  },
} as const satisfies NounWords;
