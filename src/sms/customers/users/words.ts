/** What people are told of SMPP users. */
import type { NounWords, Sentence } from '#core/words.ts';

export const userForms = {
  modes: {
    en: 'tx, rx, trx, separated by commas, or all',
    fr: 'tx, rx, trx, séparés par des virgules, ou all',
  },
} satisfies Record<string, Sentence>;

export const smppUserWords = {
  does: {
    'smpp-user list': {
      en: 'Lists the SMPP users, and how many binds each has.',
      fr: 'Liste les utilisateurs SMPP, et combien de liaisons chacun a.',
    },
    'smpp-user create': {
      en: 'Creates an SMPP user for an account.',
      fr: 'Crée un utilisateur SMPP pour un compte.',
    },
    'smpp-user set': {
      en: 'Changes an SMPP user. Its binds follow at once; a new password ends them.',
      fr: 'Modifie un utilisateur SMPP. Ses liaisons suivent aussitôt ; un nouveau mot de passe y met fin.',
    },
    'smpp-user remove': {
      en: 'Removes an SMPP user: ends its binds and drops its pending reports.',
      fr: 'Supprime un utilisateur SMPP : met fin à ses liaisons et abandonne ses rapports en attente.',
    },
  },
  fields: {
    systemId: { shape: 'SYSTEM_ID', says: 'As whom it binds, 1 to 15 characters.' },
    account: { shape: 'ID', says: 'Whose.' },
    mode: { shape: 'MODE', says: 'Test users reach the simulator alone.' },
    password: { shape: 'PASSWORD', says: 'The password. Without one it is made and shown once' },
    newPassword: { shape: 'SWITCH', says: 'Creates a new password, which is shown only once.' },
    state: { shape: 'STATE', says: 'suspended ends its binds.' },
    modes: { shape: 'MODES', says: 'How it may bind: tx, rx, trx.' },
    addresses: { shape: 'RANGES', says: 'Where from it may bind; any for anywhere, as a new one.' },
    bindsMax: { shape: 'COUNT', says: 'Binds at a time.', flag: 'binds' },
    window: { shape: 'COUNT', says: 'Requests without an answer on each bind.' },
    ratePerSecond: {
      shape: 'PER_SECOND',
      says: 'Messages a second over all its binds; none for no limit.',
      flag: 'rate',
    },
    tlsRequired: { shape: 'ON_OFF', says: 'Refuses binds without TLS.' },
    reports: {
      shape: 'WHERE',
      says: 'smpp, webhook or both: where its delivery reports are sent.',
    },
    replies: { shape: 'ON_OFF', says: 'Receives replies to the account’s numbers.' },
    defaultAlphabet: {
      shape: 'ALPHABET',
      says: 'gsm7 or latin1: its alphabet for data_coding 0.',
      flag: 'alphabet',
    },
  },
  refusals: {
    'SMPP user exists': {
      kind: 'conflict',
      en: 'SMPP user {smppUser} already exists.',
      fr: 'L’utilisateur SMPP {smppUser} existe déjà.',
      fix: { en: 'Choose another name.', fr: 'Choisissez un autre nom.' },
    },
    'SMPP user is unknown': {
      kind: 'unknown',
      en: 'SMPP user {smppUser} does not exist.',
      fr: 'L’utilisateur SMPP {smppUser} n’existe pas.',
      fix: {
        en: '`parley smpp-user list` lists the existing ones.',
        fr: '`parley smpp-user list` liste ceux qui existent.',
      },
    },
    'SMPP user would not change': {
      kind: 'invalid',
      en: 'Nothing to change was given.',
      fr: 'Aucun changement n’a été indiqué.',
      fix: {
        en: 'Give a setting, a state or a password.',
        fr: 'Indiquez un réglage, un état ou un mot de passe.',
      },
    },
    'password is chosen twice': {
      kind: 'invalid',
      en: 'Give a password or ask for a new one, not both.',
      fr: 'Donnez un mot de passe ou demandez-en un nouveau, pas les deux.',
      fix: { en: 'Remove {.newPassword}.', fr: 'Retirez {.newPassword}.' },
    },
  },
} as const satisfies NounWords;
