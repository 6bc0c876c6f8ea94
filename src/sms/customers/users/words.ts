/** What people are told of SMPP users. */
import type { NounWords, Sentence } from '#core/words.ts';

export const userForms = {
  modes: {
    en: 'tx, rx, trx, several with commas between, or all',
    fr: 'tx, rx, trx, plusieurs séparés par des virgules, ou all',
  },
} satisfies Record<string, Sentence>;

export const smppUserWords = {
  does: {
    'smpp-user list': {
      en: 'Lists the SMPP users, and how many binds each has.',
      fr: 'Liste les utilisateurs SMPP, et combien de liens chacun a.',
    },
    'smpp-user create': {
      en: 'Lets an account bind by SMPP.',
      fr: 'Permet à un compte de se lier par SMPP.',
    },
    'smpp-user set': {
      en: 'Changes an SMPP user; its binds follow at once, and end with a new password.',
      fr: 'Change un utilisateur SMPP ; ses liens suivent aussitôt, et finissent avec un nouveau mot de passe.',
    },
    'smpp-user remove': {
      en: 'Ends an SMPP user’s binds for good, and drops the reports it has not taken.',
      fr: 'Met fin pour toujours aux liens d’un utilisateur SMPP, et abandonne les rapports qu’il n’a pas pris.',
    },
  },
  fields: {
    systemId: { shape: 'SYSTEM_ID', says: 'As whom it binds, 1 to 15 characters.' },
    account: { shape: 'ID', says: 'Whose.' },
    mode: { shape: 'MODE', says: 'Test users reach the simulator alone.' },
    password: { shape: 'PASSWORD', says: 'The password. Without one it is made and shown once' },
    newPassword: {
      shape: 'SWITCH',
      says: 'Makes a new password, which is shown this once.',
    },
    state: { shape: 'STATE', says: 'suspended ends its binds.' },
    modes: { shape: 'MODES', says: 'How it may bind: tx, rx, trx.' },
    addresses: { shape: 'RANGES', says: 'Where from it may bind; any for anywhere, as a new one.' },
    bindsMax: { shape: 'COUNT', says: 'Binds at a time.', flag: 'binds' },
    window: { shape: 'COUNT', says: 'Requests without an answer on each bind.' },
    ratePerSecond: {
      shape: 'PER_SECOND',
      says: 'Messages a second, of all its binds; none for as many as the window allows.',
      flag: 'rate',
    },
    tlsRequired: { shape: 'ON_OFF', says: 'Refuses binds without TLS.' },
    reports: {
      shape: 'WHERE',
      says: 'smpp, webhook or both: where reports of what it submits go.',
    },
    replies: {
      shape: 'ON_OFF',
      says: 'Whether it gets what people write to the account’s numbers.',
    },
    defaultAlphabet: {
      shape: 'ALPHABET',
      says: 'gsm7 or latin1: what it means by data_coding 0.',
      flag: 'alphabet',
    },
  },
  refusals: {
    'SMPP user exists': {
      kind: 'conflict',
      en: 'There is an SMPP user {smppUser} already.',
      fr: 'Il y a déjà un utilisateur SMPP {smppUser}.',
      fix: { en: 'Choose another name.', fr: 'Choisissez un autre nom.' },
    },
    'SMPP user is unknown': {
      kind: 'unknown',
      en: 'There is no SMPP user {smppUser}.',
      fr: 'Il n’y a pas d’utilisateur SMPP {smppUser}.',
      fix: {
        en: '`parley smpp-user list` lists those that are there.',
        fr: '`parley smpp-user list` liste ceux qui sont là.',
      },
    },
    'SMPP user would not change': {
      kind: 'invalid',
      en: 'Say what is to change.',
      fr: 'Dites ce qui doit changer.',
      fix: {
        en: 'Name a setting, a state or a password.',
        fr: 'Nommez un réglage, un état ou un mot de passe.',
      },
    },
    'password is chosen twice': {
      kind: 'invalid',
      en: 'Give a password or ask for a new one, not both.',
      fr: 'Donnez un mot de passe ou demandez-en un nouveau, pas les deux.',
      fix: { en: 'Leave out {.newPassword}.', fr: 'Omettez {.newPassword}.' },
    },
  },
} as const satisfies NounWords;
