/** What people are told of a running server's settings and diagnostics. */
import type { NounWords } from '#core/words.ts';

export const serverWords = {
  does: {
    'config server': {
      en: 'Shows the settings that the running server has, and what says each; secrets are hidden.',
      fr: 'Montre les réglages du serveur en marche, et ce qui dit chacun ; les secrets sont cachés.',
    },
    diagnostics: {
      en: 'Writes one document about set-up and state of the running server, without secrets, contents, phones, addresses or names of customers.',
      fr: 'Écrit un document sur la configuration et l’état du serveur en marche, sans secrets, contenus, téléphones, adresses ni noms de clients.',
    },
  },
  fields: {},
  refusals: {},
} as const satisfies NounWords;
