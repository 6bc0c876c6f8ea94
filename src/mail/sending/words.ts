/** What people are told of mails that are held. */
import type { NounWords } from '#core/words.ts';

export const mailWords = {
  does: {
    'mail held': {
      en: 'Lists accounts whose mail is held, and why.',
      fr: 'Liste les comptes dont le courrier est retenu, et pourquoi.',
    },
    'mail release': {
      en: 'Sends the mails of an account that are held, and forgives how its mail was received.',
      fr: 'Envoie les mails d’un compte qui sont retenus, et oublie comment son courrier était reçu.',
    },
  },
  fields: {
    account: { shape: 'ACCOUNT', says: 'The account.' },
    refuse: {
      shape: 'SWITCH',
      says: 'Lets them expire instead, which gives the money back.',
    },
  },
  refusals: {
    'no mail is held': {
      kind: 'unknown',
      en: 'Nothing of account {account} is held.',
      fr: 'Rien du compte {account} n’est retenu.',
      fix: {
        en: '`parley mail held` lists what is held.',
        fr: '`parley mail held` liste ce qui est retenu.',
      },
    },
  },
} as const satisfies NounWords;
