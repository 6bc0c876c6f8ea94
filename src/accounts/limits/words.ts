/** What people are told of limits. */
import type { NounWords, Sentence } from '#core/words.ts';
import type { LimitUnit } from './rules.ts';

export const limitForms = {
  max: {
    en: 'a whole number, or an amount for rules about money',
    fr: 'un nombre entier, ou un montant pour les règles d’argent',
  },
} satisfies Record<string, Sentence>;

export const limitUnitWords: Readonly<Record<LimitUnit, Sentence>> = {
  messages: { en: 'messages', fr: 'messages' },
  numbers: { en: 'numbers', fr: 'numéros' },
  money: { en: 'money', fr: 'argent' },
  seconds: { en: 'seconds', fr: 'secondes' },
  requests: { en: 'requests', fr: 'requêtes' },
};

export const limitWords = {
  does: {
    'limit list': {
      en: 'Lists the limits of an account and of its keys.',
      fr: 'Liste les limites d’un compte et de ses clés.',
    },
    'limit set': {
      en: 'Overrides a limit for an account or one of its keys.',
      fr: 'Remplace une limite pour un compte ou l’une de ses clés.',
    },
    'limit remove': {
      en: 'Removes an override: the default limit applies again.',
      fr: 'Retire une exception : la limite par défaut s’applique de nouveau.',
    },
    'limit reset': {
      en: 'Resets the count of a limit for an account, once.',
      fr: 'Remet à zéro le compteur d’une limite pour un compte, une fois.',
    },
    'limit held': {
      en: 'Lists accounts with messages held by a limit, and the limit.',
      fr: 'Liste les comptes dont une limite retient des messages, et laquelle.',
    },
    'limit release': {
      en: 'Sends the messages of an account that a limit holds.',
      fr: 'Envoie les messages d’un compte qu’une limite retient.',
    },
  },
  fields: {
    account: { shape: 'ACCOUNT', says: 'The account.' },
    rule: { shape: 'RULE', says: 'One that "parley limit list" names.' },
    key: { shape: 'KEY', says: 'Of this key alone. Default: of the whole account.' },
    smppUser: { shape: 'SYSTEM_ID', says: 'Of this SMPP user alone, by HTTP too.' },
    max: { shape: 'NUMBER', says: 'How many, or how much money.' },
    action: { shape: 'ACTION', says: 'block, hold, alert or ignore.' },
    refuse: { shape: 'SWITCH', says: 'Expires the messages instead, and refunds them.' },
  },
  refusals: {
    'limit is of whole accounts': {
      kind: 'invalid',
      en: '{rule} applies to whole accounts: remove {.key} and {.smppUser}.',
      fr: '{rule} s’applique à des comptes entiers : retirez {.key} et {.smppUser}.',
      fix: { en: 'Set it for the whole account.', fr: 'Fixez-la pour tout le compte.' },
    },
    'limit cannot do that': {
      kind: 'invalid',
      en: 'The action of {rule} must be one of: {actions}.',
      fr: 'L’action de {rule} doit être l’une de : {actions}.',
      fix: { en: 'Use one of these actions.', fr: 'Utilisez l’une de ces actions.' },
    },
    'limit needs a maximum': {
      kind: 'invalid',
      en: '{.max} is required.',
      fr: '{.max} est obligatoire.',
      fix: { en: 'Give a number, or an amount.', fr: 'Indiquez un nombre, ou un montant.' },
    },
    'maximum is not whole': {
      kind: 'invalid',
      en: '{.max} must be a whole number of {unit}.',
      fr: '{.max} doit être un nombre entier : {unit}.',
      fix: { en: 'Remove the decimals.', fr: 'Retirez les décimales.' },
    },
    'limit is of one': {
      kind: 'invalid',
      en: 'Give {.key} or {.smppUser}, not both.',
      fr: 'Indiquez {.key} ou {.smppUser}, pas les deux.',
      fix: { en: 'Remove one of the two.', fr: 'Retirez l’un des deux.' },
    },
    'account has no such key': {
      kind: 'unknown',
      en: 'Account {account} has no key {key}.',
      fr: 'Le compte {account} n’a pas de clé {key}.',
      fix: {
        en: '`parley key list` lists the keys of an account.',
        fr: '`parley key list` liste les clés d’un compte.',
      },
    },
    'account has no such SMPP user': {
      kind: 'unknown',
      en: 'Account {account} has no SMPP user {smppUser}.',
      fr: 'Le compte {account} n’a pas d’utilisateur SMPP {smppUser}.',
      fix: {
        en: '`parley smpp-user list` lists the existing ones.',
        fr: '`parley smpp-user list` liste ceux qui existent.',
      },
    },
    'limit is the usual one': {
      kind: 'unknown',
      en: 'Account {account} has no override of {rule}.',
      fr: 'Le compte {account} n’a pas d’exception à {rule}.',
      fix: {
        en: '`parley limit list` shows the overrides of an account.',
        fr: '`parley limit list` montre les exceptions d’un compte.',
      },
    },
    'no message is held': {
      kind: 'unknown',
      en: 'Account {account} has no held messages.',
      fr: 'Le compte {account} n’a aucun message retenu.',
      fix: {
        en: '`parley limit held` lists the accounts with held messages.',
        fr: '`parley limit held` liste les comptes dont des messages sont retenus.',
      },
    },
  },
} as const satisfies NounWords;
