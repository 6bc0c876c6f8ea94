/** What people are told of API keys. */
import type { ImportedKeyRefusal } from '#accounts/api-key.ts';
import type { NounWords, Sentence } from '#core/words.ts';
import { keyScopes } from '#model/key-scope.ts';

export const keyForms = {
  scopes: {
    en: `${keyScopes.join(', ')}, several with commas between, or all`,
    fr: `${keyScopes.join(', ')}, plusieurs séparés par des virgules, ou all`,
  },
  bases: {
    en: 'sms, email, or both with a comma between them',
    fr: 'sms, email, ou les deux séparés par une virgule',
  },
  clear: { en: 'a key', fr: 'une clé' },
} satisfies Record<string, Sentence>;

export const importedKeyReasons: Readonly<Record<ImportedKeyRefusal, Sentence>> = {
  'not visible characters': {
    en: 'it must be 22 to 256 visible characters without spaces',
    fr: 'il faut 22 à 256 caractères visibles sans espaces',
  },
  'too few hexadecimal digits': {
    en: 'of hexadecimal digits alone it needs 28',
    fr: 'de chiffres hexadécimaux seuls il en faut 28',
  },
  'too few mixed characters': {
    en: 'it needs 22 characters, letters and digits mixed, 10 different ones among them',
    fr: 'il faut 22 caractères, lettres et chiffres mêlés, dont 10 différents',
  },
  'made by Parley for another mode': {
    en: 'it says itself that it is for the other mode',
    fr: 'elle dit elle-même qu’elle est de l’autre mode',
  },
  'mistyped key of Parley': {
    en: 'it begins like a key of Parley, and its checksum is wrong',
    fr: 'elle commence comme une clé de Parley, et sa somme de contrôle est fausse',
  },
};

export const keyWords = {
  does: {
    'key list': {
      en: 'Lists the keys of an account by how they begin, the newest first.',
      fr: 'Liste les clés d’un compte par leur début, les plus récentes d’abord.',
    },
    'key create': {
      en: 'Makes an API key, which is shown this once.',
      fr: 'Crée une clé API, montrée cette seule fois.',
    },
    'key import': {
      en: 'Takes over a key that clients have already, from standard input or a file: never an argument.',
      fr: 'Reprend une clé que des clients ont déjà, de l’entrée standard ou d’un fichier : jamais d’un argument.',
    },
    'key set': {
      en: 'Changes the label of a key, where from it is taken, what it may do, when it ends, or what it may spend a day.',
      fr: 'Change le libellé d’une clé, d’où elle est acceptée, ce qu’elle peut faire, quand elle finit, ou ce qu’elle peut dépenser par jour.',
    },
    'key revoke': {
      en: 'Ends a key within a second, everywhere and for good.',
      fr: 'Met fin à une clé en une seconde, partout et pour toujours.',
    },
  },
  fields: {
    key: { shape: 'ID', says: 'Which, by its number in "key list".' },
    base: { shape: 'BASE', says: 'Only those that open sms, or email.' },
    clear: { shape: 'KEY', says: 'The key', flag: 'key' },
    mode: { shape: 'MODE', says: 'Test keys reach the simulator alone.' },
    bases: { shape: 'BASES', says: 'What it opens: sms, email.' },
    label: { shape: 'LABEL', says: 'To tell it from others.' },
    addresses: {
      shape: 'RANGES',
      says: 'Where from it is taken; any for anywhere, as a new one is.',
    },
    scopes: {
      shape: 'SCOPES',
      says: `What it may do: ${keyScopes.join(', ')}; all for a new one.`,
    },
    expires: {
      shape: 'WHEN',
      says: 'From when on it is refused: a day, which is its first instant in UTC, or 2030-12-31T17:30Z; none for never.',
    },
    dailyBudget: {
      shape: 'AMOUNT',
      says: 'What it may spend in a day, UTC; none for as much as the account.',
    },
  },
  refusals: {
    'too many keys': {
      kind: 'conflict',
      en: 'The account has {max} keys, revoked ones included; no more fit.',
      fr: 'Le compte a {max} clés, révoquées comprises ; il n’y a plus de place.',
      fix: {
        en: 'Give keys that are there other bounds instead of making new ones.',
        fr: 'Changez les bornes des clés existantes au lieu d’en créer d’autres.',
      },
    },
    'key would not change': {
      kind: 'invalid',
      en: 'Say what is to change.',
      fr: 'Dites ce qui doit changer.',
      fix: { en: 'Name a label or a bound.', fr: 'Nommez un libellé ou une borne.' },
    },
    'key is not in force': {
      kind: 'unknown',
      en: 'Account {account} has no key {key} in force.',
      fr: 'Le compte {account} n’a pas de clé {key} en vigueur.',
      fix: {
        en: '`parley key list` lists the keys of an account.',
        fr: '`parley key list` liste les clés d’un compte.',
      },
    },
    'key cannot be taken': {
      kind: 'invalid',
      en: 'The key cannot be taken: {reason}.',
      fr: 'La clé ne peut pas être reprise : {reason}.',
      fix: {
        en: 'Make a new key where the old one is easy to guess.',
        fr: 'Créez une nouvelle clé si l’ancienne est facile à deviner.',
      },
    },
    'key is here already': {
      kind: 'conflict',
      en: 'This key is here already, in force or revoked.',
      fr: 'Cette clé est déjà là, en vigueur ou révoquée.',
      fix: { en: 'Make a new key.', fr: 'Créez une nouvelle clé.' },
    },
  },
} as const satisfies NounWords;
