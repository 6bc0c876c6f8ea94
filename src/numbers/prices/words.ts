/** What people are told of the prices of calls. */
import type { NounWords } from '#core/words.ts';

export const callPriceWords = {
  does: {
    'call-price list': {
      en: 'Lists the prices of calls by prefix.',
      fr: 'Liste les tarifs d’appels par préfixe.',
    },
    'call-price set': {
      en: 'Sets the price per minute of calls; the longest matching prefix applies.',
      fr: 'Fixe le tarif d’une minute d’appel ; le préfixe le plus long s’applique.',
    },
    'call-price remove': {
      en: 'Removes a price of calls; calls without a price are not forwarded.',
      fr: 'Retire un tarif d’appels ; sans tarif, les appels ne sont pas renvoyés.',
    },
  },
  fields: {
    prefix: { shape: 'DIGITS', says: 'What numbers begin with, such as 33; "" is all numbers.' },
    account: { shape: 'ID', says: 'Of this account alone. Default: of all.' },
    minute: { shape: 'AMOUNT', says: 'What a minute costs.' },
    firstS: { shape: 'SECONDS', says: 'Billed whole once it is answered.', flag: 'first' },
    nextS: { shape: 'SECONDS', says: 'Length of each following billing step.', flag: 'next' },
  },
  refusals: {
    'price of calls is unknown': {
      kind: 'unknown',
      en: 'There is no price for calls to "{prefix}".',
      fr: 'Il n’y a pas de tarif d’appels vers « {prefix} ».',
      fix: {
        en: '`parley call-price list` shows prices with their account.',
        fr: '`parley call-price list` montre les tarifs avec leur compte.',
      },
    },
  },
} as const satisfies NounWords;
