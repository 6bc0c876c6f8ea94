/** What people are told of the erasure of a person. */
import type { NounWords } from '#core/words.ts';

export const erasureWords = {
  does: {
    'erasure preview': {
      en: 'Says what erasing a person would erase, and erases nothing.',
      fr: 'Dit ce qu’effacer une personne effacerait, et n’efface rien.',
    },
    'erasure make': {
      en: 'Erases what the account keeps of a person; lists of who wants nothing keep a hash. Gives a certificate.',
      fr: 'Efface ce que le compte garde d’une personne ; les listes de refus gardent une empreinte. Donne un certificat.',
    },
  },
  fields: {},
  refusals: {
    'person is not readable': {
      kind: 'invalid',
      en: '{.who} is neither a phone nor an email address.',
      fr: '{.who} n’est ni un téléphone ni une adresse e-mail.',
      fix: {
        en: 'Write a phone as people dial it, or an email address such as ada@example.com.',
        fr: 'Écrivez un téléphone comme on le compose, ou une adresse e-mail comme ada@example.com.',
      },
    },
    'too many erasures': {
      kind: 'unavailable',
      en: 'Two erasures are under way already.',
      fr: 'Deux effacements sont déjà en cours.',
      fix: {
        en: 'Wait as long as Retry-After says.',
        fr: 'Attendez le temps qu’indique Retry-After.',
      },
    },
  },
} as const satisfies NounWords;
