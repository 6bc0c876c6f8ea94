/** What people are told of limits. */
import type { NounWords } from '#core/words.ts';

export const limitWords = {
  does: {
    'limit held': {
      en: 'Lists accounts with messages that a limit holds, and which.',
      fr: 'Liste les comptes dont une limite retient des messages, et laquelle.',
    },
    'limit release': {
      en: 'Sends what a limit holds of an account.',
      fr: 'Envoie ce qu’une limite retient d’un compte.',
    },
  },
  fields: {
    account: { shape: 'ACCOUNT', says: 'The account.' },
    refuse: {
      shape: 'SWITCH',
      says: 'Lets it expire instead, which gives the money back.',
    },
  },
  refusals: {
    'no message is held': {
      kind: 'unknown',
      en: 'Nothing of account {account} is held.',
      fr: 'Rien du compte {account} n’est retenu.',
      fix: {
        en: '`parley limit held` lists what is held.',
        fr: '`parley limit held` liste ce qui est retenu.',
      },
    },
  },
} as const satisfies NounWords;
