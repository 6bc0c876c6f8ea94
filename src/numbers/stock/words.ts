/** What people are told of the stock of numbers. */
import type { NounWords, Sentence } from '#core/words.ts';
import { rentedWords } from '../forwarding/words.ts';

export const stockForms = {
  number: {
    en: 'a number of 3 to 15 digits, such as 36180 or +33755000001',
    fr: 'un numéro de 3 à 15 chiffres, comme 36180 ou +33755000001',
  },
} satisfies Record<string, Sentence>;

export const stockWords = {
  does: {
    ...rentedWords.does,
    'number list': {
      en: 'Lists the numbers, and the accounts that send from short numbers.',
      fr: 'Liste les numéros, et les comptes qui envoient depuis les numéros courts.',
    },
    'number add': {
      en: 'Adds a number; messages to it are received.',
      fr: 'Ajoute un numéro ; les messages qui lui sont envoyés sont reçus.',
    },
    'number set': { en: 'Changes a number.', fr: 'Change un numéro.' },
    'number release': {
      en: 'Takes a number from its account and resets its settings; with --remove, removes it from the installation.',
      fr: 'Reprend un numéro à son compte et réinitialise ses réglages ; avec --remove, le retire de l’installation.',
    },
  },
  fields: {
    ...rentedWords.fields,
    number: { shape: 'NUMBER', says: 'Digits, +E.164 for a long one.' },
    prefix: { shape: 'DIGITS', says: 'Only those that begin so.' },
    account: { shape: 'ID', says: 'Whose alone it is. A short one may be shared instead.' },
    after: { shape: 'DIGITS', says: 'Begins behind this number.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    operator: { shape: 'NAME', says: 'Which operator serves it. Default: any.' },
    sms: { shape: 'on|off', says: 'Whether it takes SMS and they are sent from it.' },
    calls: { shape: 'on|off', says: 'Whether it takes calls.' },
    forward: { shape: 'on|off', says: 'Whether calls to it may be forwarded or recorded.' },
    monthly: { shape: 'AMOUNT', says: 'What renting it costs a month.' },
    minute: { shape: 'AMOUNT', says: 'What a minute of a call costs that ends here.' },
    short: { shape: '', says: 'It is a short one, whatever its length.' },
    state: {
      shape: 'STATE',
      says: 'active or deactivated: a deactivated number neither receives nor sends.',
    },
    quarantine: { shape: '', says: 'For 30 days nobody rents it.' },
    remove: { shape: '', says: 'Removes it altogether.' },
  },
  refusals: {
    ...rentedWords.refusals,
    'number is not there': {
      kind: 'unknown',
      en: 'Number {number} does not exist.',
      fr: 'Le numéro {number} n’existe pas.',
      fix: {
        en: '`parley number list` lists the existing ones.',
        fr: '`parley number list` liste ceux qui existent.',
      },
    },
    'number is there': {
      kind: 'conflict',
      en: 'Number {number} already exists.',
      fr: 'Le numéro {number} existe déjà.',
      fix: { en: 'Change it instead.', fr: 'Changez-le plutôt.' },
    },
    'number is taken': {
      kind: 'conflict',
      en: 'Account {account} has the number {number}: release it first.',
      fr: 'Le compte {account} a le numéro {number} : reprenez-le d’abord.',
      fix: { en: 'Release the number.', fr: 'Reprenez le numéro.' },
    },
    'number has no account': {
      kind: 'unknown',
      en: 'Number {number} does not belong to an account.',
      fr: 'Le numéro {number} n’appartient à aucun compte.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'number would not change': {
      kind: 'invalid',
      en: 'Nothing to change was given.',
      fr: 'Aucun changement n’a été indiqué.',
      fix: { en: 'Give at least one setting.', fr: 'Indiquez au moins un réglage.' },
    },
  },
} as const satisfies NounWords;
