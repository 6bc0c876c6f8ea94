/** What people are told of the prices of calls. */
import type { NounWords } from '#core/words.ts';

export const callPriceWords = {
  does: {
    'call-price list': {
      en: 'Lists what calls cost, by prefix.',
      fr: 'Liste ce que coûtent les appels, par préfixe.',
    },
    'call-price set': {
      en: 'Sets what a minute of a call costs: of several prefixes that fit the longest counts.',
      fr: 'Fixe ce que coûte une minute d’appel : de plusieurs préfixes qui vont, le plus long compte.',
    },
    'call-price remove': {
      en: 'Removes a price of calls: where there is none, calls are not forwarded.',
      fr: 'Retire un tarif d’appels : où il n’y en a pas, les appels ne sont pas transférés.',
    },
  },
  fields: {
    prefix: { shape: 'DIGITS', says: 'What numbers begin with, such as 33; "" is all numbers.' },
    account: { shape: 'ID', says: 'Of this account alone. Default: of all.' },
    minute: { shape: 'AMOUNT', says: 'What a minute costs.' },
    firstS: { shape: 'SECONDS', says: 'Billed whole once it is answered.', flag: 'first' },
    nextS: { shape: 'SECONDS', says: 'Then in steps of so many.', flag: 'next' },
  },
  refusals: {
    'price of calls is unknown': {
      kind: 'unknown',
      en: 'There is no such price of calls to "{prefix}".',
      fr: 'Il n’y a pas de tel tarif d’appels vers « {prefix} ».',
      fix: {
        en: '`parley call-price list` shows prices with their account.',
        fr: '`parley call-price list` montre les tarifs avec leur compte.',
      },
    },
  },
} as const satisfies NounWords;
