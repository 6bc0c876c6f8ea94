/** What people are told of the audit. */
import type { NounWords } from '#core/words.ts';

export const auditWords = {
  does: {
    'audit list': {
      en: 'Lists what people have changed, the newest first: accounts, keys, operators, routes, prices, limits and more.',
      fr: 'Liste ce que des gens ont changé, le plus récent d’abord : comptes, clés, opérateurs, routes, prix, limites et autres.',
    },
    'audit verify': {
      en: 'Reads the chain of the audit to its end, and says where it breaks.',
      fr: 'Lit la chaîne de l’audit jusqu’à sa fin, et dit où elle se rompt.',
    },
  },
  fields: {
    before: { shape: 'ID', says: 'Begins behind this one.' },
    limit: { shape: 'COUNT', says: 'How many.' },
  },
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
