/** What people are told of the erasure of a person. */
import type { NounWords } from '#core/words.ts';

export const erasureWords = {
  does: {
    'erasure preview': {
      en: 'Shows what erasing a person would delete, without deleting it.',
      fr: 'Montre ce que l’effacement d’une personne supprimerait, sans rien supprimer.',
    },
    'erasure make': {
      en: 'Erases a person’s data from the account and returns a certificate. Opt-out and suppression lists keep a hash.',
      fr: 'Efface les données d’une personne du compte et renvoie un certificat. Les listes de désinscription et de suppression gardent une empreinte.',
    },
  },
  fields: {},
  refusals: {
    'person is not readable': {
      kind: 'invalid',
      en: '{.who} is neither a phone number nor an email address.',
      fr: '{.who} n’est ni un numéro de téléphone ni une adresse e-mail.',
      fix: {
        en: 'Enter a phone number such as +33612345678, or an email address such as ada@example.com.',
        fr: 'Saisissez un numéro comme +33612345678, ou une adresse e-mail comme ada@example.com.',
      },
    },
    'too many erasures': {
      kind: 'unavailable',
      en: 'Two erasures are already in progress.',
      fr: 'Deux effacements sont déjà en cours.',
      fix: {
        en: 'Wait for the time in Retry-After.',
        fr: 'Attendez la durée indiquée par Retry-After.',
      },
    },
  },
} as const satisfies NounWords;
