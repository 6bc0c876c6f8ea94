/** What people are told of sub-accounts. */
import type { NounWords } from '#core/words.ts';

export const subAccountWords = {
  does: {
    'subaccount create': {
      en: 'Creates a sub-account, with an API key that is shown only once.',
      fr: 'Crée un sous-compte, avec une clé d’API montrée une seule fois.',
    },
    'subaccount list': {
      en: 'Lists the sub-accounts of an account.',
      fr: 'Liste les sous-comptes d’un compte.',
    },
    'subaccount credit': {
      en: 'Transfers money from an account to its sub-account, or back.',
      fr: 'Vire de l’argent d’un compte à son sous-compte, ou inversement.',
    },
    'subaccount remove': {
      en: 'Revokes the keys of a sub-account and returns its balance to the parent.',
      fr: 'Révoque les clés d’un sous-compte et rend son solde au compte parent.',
    },
  },
  fields: {
    subaccount: { shape: 'ID', says: 'The sub-account.' },
    name: { shape: 'NAME', says: 'Who it is for.' },
    email: { shape: 'ADDRESS', says: 'Where to reach them.' },
    credit: { shape: 'AMOUNT', says: 'What its parent gives it. Default: 0.' },
    test: { shape: 'SWITCH', says: 'The key is a test key, the money test money.' },
    page: { shape: 'PAGE', says: 'Which, of as many as --limit says.' },
    limit: { shape: 'COUNT', says: 'How many on a page.' },
    amount: { shape: 'AMOUNT', says: 'How much, such as 100.00.' },
    back: { shape: 'SWITCH', says: 'From the sub-account to its parent.' },
  },
  refusals: {
    'sub-account is not there': {
      kind: 'unknown',
      en: 'Sub-account {subaccount} does not exist.',
      fr: 'Le sous-compte {subaccount} n’existe pas.',
      fix: {
        en: '`parley subaccount list` lists those of an account.',
        fr: '`parley subaccount list` liste ceux d’un compte.',
      },
    },
    // The interface refuses these too, with codes of its own.
    'sub-accounts have none': {
      kind: 'conflict',
      en: 'A sub-account cannot have sub-accounts.',
      fr: 'Un sous-compte ne peut pas avoir de sous-comptes.',
      fix: { en: 'Use the parent account.', fr: 'Utilisez le compte parent.' },
    },
    'credit is not enough': {
      kind: 'conflict',
      en: 'The balance is too low: it is {balance} {currency}, and the transfer needs {credit}.',
      fr: 'Le solde est trop bas : il est de {balance} {currency}, et le virement demande {credit}.',
      fix: {
        en: 'Transfer less, or credit the account first.',
        fr: 'Virez moins, ou créditez d’abord le compte.',
      },
    },
  },
} as const satisfies NounWords;
