/** What people are told of the audit. */
import type { FieldWords, NounWords } from '#core/words.ts';

/** By what the audit of the installation and that of an account are looked up. */
export const auditFields = {
  actor: { shape: 'TEXT', says: 'Of people whose address begins so.' },
  action: { shape: 'TEXT', says: 'Of changes that begin so, such as route.' },
  target: { shape: 'TEXT', says: 'Of things whose name begins so.' },
  from: { shape: 'DAY', says: 'Since this day (UTC).' },
  until: { shape: 'DAY', says: 'Before this day (UTC).' },
  order: { shape: 'ORDER', says: 'newest or oldest first.' },
  before: { shape: 'ID', says: 'Begins behind this one.' },
} as const satisfies Readonly<Record<string, FieldWords>>;

export const auditWords = {
  does: {
    'audit list': {
      en: 'Lists the changes made by people, newest first: accounts, keys, operators, routes, prices, limits and more.',
      fr: 'Liste les changements faits par des personnes, les plus récents d’abord : comptes, clés, opérateurs, routes, prix, limites et autres.',
    },
    'audit total': {
      en: 'Counts the matching changes among the newest 10,000.',
      fr: 'Compte les changements correspondants parmi les 10 000 plus récents.',
    },
    'audit export': {
      en: 'Prints the matching changes as CSV, one line each.',
      fr: 'Écrit les changements correspondants en CSV, une ligne pour chacun.',
    },
    'audit verify': {
      en: 'Verifies the audit chain and reports where it breaks.',
      fr: 'Vérifie la chaîne d’audit et dit où elle se rompt.',
    },
  },
  fields: { ...auditFields, limit: { shape: 'COUNT', says: 'How many.' } },
  refusals: {
    'audit chain is broken': {
      kind: 'conflict',
      en: 'The chain breaks at row {row}: the row was changed, removed, or not written by Parley.',
      fr: 'La chaîne se rompt à la ligne {row} : la ligne a été modifiée, supprimée, ou n’a pas été écrite par Parley.',
      fix: {
        en: 'Compare that row with a backup, and check who can write to the database.',
        fr: 'Comparez cette ligne à une sauvegarde, et vérifiez qui peut écrire dans la base.',
      },
    },
  },
} as const satisfies NounWords;
