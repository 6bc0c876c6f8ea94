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
      en: 'Lists what people have changed, the newest first: accounts, keys, operators, routes, prices, limits and more.',
      fr: 'Liste ce que des gens ont changé, le plus récent d’abord : comptes, clés, opérateurs, routes, prix, limites et autres.',
    },
    'audit total': {
      en: 'Counts the changes that fit, among the newest 10,000.',
      fr: 'Compte les changements qui conviennent, parmi les 10 000 plus récents.',
    },
    'audit export': {
      en: 'Prints the changes that fit as a CSV table, a line for each.',
      fr: 'Écrit les changements qui conviennent comme un tableau CSV, une ligne pour chacun.',
    },
    'audit verify': {
      en: 'Reads the chain of the audit to its end, and says where it breaks.',
      fr: 'Lit la chaîne de l’audit jusqu’à sa fin, et dit où elle se rompt.',
    },
  },
  fields: { ...auditFields, limit: { shape: 'COUNT', says: 'How many.' } },
  refusals: {
    'audit chain is broken': {
      kind: 'conflict',
      en: 'The chain breaks at row {row}: it was changed or removed, or added by another hand.',
      fr: 'La chaîne se rompt à la ligne {row} : elle a été changée ou retirée, ou ajoutée par une autre main.',
      fix: {
        en: 'Compare that row with a backup, and look who can write the database.',
        fr: 'Comparez cette ligne à une sauvegarde, et voyez qui peut écrire dans la base.',
      },
    },
  },
} as const satisfies NounWords;
