/** What people are told of API keys. */
import type { ImportedKeyRefusal } from '#accounts/api-key.ts';
import type { NounWords, Sentence } from '#core/words.ts';
import { keyScopes } from '#model/key-scope.ts';

export const keyForms = {
  scopes: {
    en: `${keyScopes.join(', ')}, separated by commas, or all`,
    fr: `${keyScopes.join(', ')}, séparés par des virgules, ou all`,
  },
  bases: {
    en: 'sms, email, or both separated by a comma',
    fr: 'sms, email, ou les deux séparés par une virgule',
  },
  clear: { en: 'a key', fr: 'une clé' },
} satisfies Record<string, Sentence>;

export const importedKeyReasons: Readonly<Record<ImportedKeyRefusal, Sentence>> = {
  'not visible characters': {
    en: 'it must have 22 to 256 visible characters without spaces',
    fr: 'elle doit avoir de 22 à 256 caractères visibles, sans espaces',
  },
  'too few hexadecimal digits': {
    en: 'a hexadecimal key must have at least 28 digits',
    fr: 'une clé hexadécimale doit avoir au moins 28 chiffres',
  },
  'too few mixed characters': {
    en: 'it must mix letters and digits, with at least 22 characters, 10 of them different',
    fr: 'elle doit mêler lettres et chiffres, avec au moins 22 caractères, dont 10 différents',
  },
  'made by Parley for another mode': {
    en: 'its prefix is that of the other mode',
    fr: 'son préfixe est celui de l’autre mode',
  },
  'mistyped key of Parley': {
    en: 'it begins like a Parley key, but its checksum is wrong',
    fr: 'elle commence comme une clé de Parley, mais sa somme de contrôle est incorrecte',
  },
};

export const keyWords = {
  does: {
    'key list': {
      en: 'Lists the keys of an account by their first characters, newest first.',
      fr: 'Liste les clés d’un compte par leurs premiers caractères, les plus récentes d’abord.',
    },
    'key create': {
      en: 'Creates an API key, which is shown only once.',
      fr: 'Crée une clé d’API, montrée une seule fois.',
    },
    'key import': {
      en: 'Imports a key that clients already use, from standard input or a file, never from an argument.',
      fr: 'Importe une clé que des clients utilisent déjà, depuis l’entrée standard ou un fichier, jamais depuis un argument.',
    },
    'key set': {
      en: 'Changes the label of a key, its addresses, its scopes, its expiry or its daily budget.',
      fr: 'Modifie le libellé d’une clé, ses adresses, ses droits, son expiration ou son budget quotidien.',
    },
    'key revoke': {
      en: 'Revokes a key permanently, within a second.',
      fr: 'Révoque une clé définitivement, en moins d’une seconde.',
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
      says: 'Address ranges from which the key is accepted; any for all. Default: any.',
    },
    scopes: {
      shape: 'SCOPES',
      says: `What the key may do: ${keyScopes.join(', ')}. Default: all.`,
    },
    expires: {
      shape: 'WHEN',
      says: 'When the key expires: a day (from 00:00 UTC) or a time such as 2030-12-31T17:30Z; none for never.',
    },
    dailyBudget: {
      shape: 'AMOUNT',
      says: 'What the key may spend per day (UTC); none for no limit of its own.',
    },
  },
  refusals: {
    'too many keys': {
      kind: 'conflict',
      en: 'The account already has the maximum of {max} keys, including revoked ones.',
      fr: 'Le compte a déjà le maximum de {max} clés, révoquées comprises.',
      fix: {
        en: 'Change existing keys instead of creating new ones.',
        fr: 'Modifiez les clés existantes au lieu d’en créer d’autres.',
      },
    },
    'key would not change': {
      kind: 'invalid',
      en: 'Nothing to change was given.',
      fr: 'Aucun changement n’a été indiqué.',
      fix: {
        en: 'Give at least one setting of the key.',
        fr: 'Indiquez au moins un réglage de la clé.',
      },
    },
    'key is not in force': {
      kind: 'unknown',
      en: 'Account {account} has no active key {key}.',
      fr: 'Le compte {account} n’a pas de clé active {key}.',
      fix: {
        en: '`parley key list` lists the keys of an account.',
        fr: '`parley key list` liste les clés d’un compte.',
      },
    },
    'key cannot be taken': {
      kind: 'invalid',
      en: 'The key cannot be imported: {reason}.',
      fr: 'La clé ne peut pas être importée : {reason}.',
      fix: {
        en: 'Create a new key if the old one is easy to guess.',
        fr: 'Créez une nouvelle clé si l’ancienne est facile à deviner.',
      },
    },
    'key is here already': {
      kind: 'conflict',
      en: 'This key already exists, active or revoked.',
      fr: 'Cette clé existe déjà, active ou révoquée.',
      fix: { en: 'Create a new key.', fr: 'Créez une nouvelle clé.' },
    },
  },
} as const satisfies NounWords;
