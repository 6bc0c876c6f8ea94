/** What people are told of limits. */
import type { NounWords, Sentence } from '#core/words.ts';
import type { LimitUnit } from './rules.ts';

export const limitForms = {
  max: {
    en: 'a whole number, or an amount where the rule is about money',
    fr: 'un nombre entier, ou un montant si la règle parle d’argent',
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
      en: 'Makes an exception from a limit, for an account or one of its keys.',
      fr: 'Fait une exception à une limite, pour un compte ou l’une de ses clés.',
    },
    'limit remove': {
      en: 'Takes an exception back: the default limit counts again.',
      fr: 'Retire une exception : la limite usuelle compte de nouveau.',
    },
    'limit reset': {
      en: 'Lets an account count from zero again, once.',
      fr: 'Fait recompter un compte depuis zéro, une fois.',
    },
    'limit held': {
      en: 'Lists accounts with messages that a limit holds, and which.',
      fr: 'Liste les comptes dont une limite retient des messages, et laquelle.',
    },
    'limit release': {
      en: 'Sends what a limit holds of an account.',
      fr: 'Envoie ce qu’une limite retient d’un compte.',
    },
  },
  fields: {
    account: { shape: 'ACCOUNT', says: 'The account.' },
    rule: { shape: 'RULE', says: 'One that "parley limit list" names.' },
    key: { shape: 'KEY', says: 'Of this key alone. Default: of the whole account.' },
    smppUser: { shape: 'SYSTEM_ID', says: 'Of this SMPP user alone, by HTTP too.' },
    max: { shape: 'NUMBER', says: 'How many, or how much money.' },
    action: { shape: 'ACTION', says: 'block, hold, alert or ignore.' },
    refuse: {
      shape: 'SWITCH',
      says: 'Lets it expire instead, which gives the money back.',
    },
  },
  refusals: {
    'limit is of whole accounts': {
      kind: 'invalid',
      en: '{rule} is of whole accounts: leave out {.key} and {.smppUser}.',
      fr: '{rule} vaut pour des comptes entiers : omettez {.key} et {.smppUser}.',
      fix: { en: 'Set it for the whole account.', fr: 'Fixez-la pour tout le compte.' },
    },
    'limit cannot do that': {
      kind: 'invalid',
      en: '{rule} can {actions}.',
      fr: '{rule} peut {actions}.',
      fix: { en: 'Name one of these actions.', fr: 'Nommez l’une de ces actions.' },
    },
    'limit needs a maximum': {
      kind: 'invalid',
      en: 'Say {.max}.',
      fr: 'Dites {.max}.',
      fix: {
        en: 'Name how many, or how much money.',
        fr: 'Nommez un nombre, ou un montant.',
      },
    },
    'maximum is not whole': {
      kind: 'invalid',
      en: '{.max} must be a whole number of {unit}.',
      fr: '{.max} doit être un nombre entier : {unit}.',
      fix: { en: 'Leave out the decimals.', fr: 'Omettez les décimales.' },
    },
    'limit is of one': {
      kind: 'invalid',
      en: 'Say {.key} or {.smppUser}, not both.',
      fr: 'Dites {.key} ou {.smppUser}, pas les deux.',
      fix: { en: 'Name one of them.', fr: 'Nommez l’un des deux.' },
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
        en: '`parley smpp-user list` lists those that are there.',
        fr: '`parley smpp-user list` liste ceux qui sont là.',
      },
    },
    'limit is the usual one': {
      kind: 'unknown',
      en: 'Account {account} has no such exception from {rule}.',
      fr: 'Le compte {account} n’a pas de telle exception à {rule}.',
      fix: {
        en: '`parley limit list` shows the exceptions of an account.',
        fr: '`parley limit list` montre les exceptions d’un compte.',
      },
    },
    'no message is held': {
      kind: 'unknown',
      en: 'Nothing of account {account} is held.',
      fr: 'Rien du compte {account} n’est retenu.',
      fix: {
        en: '`parley limit held` lists what is held.',
        fr: '`parley limit held` liste ce qui est retenu.',
      },
    },
  },
} as const satisfies NounWords;
