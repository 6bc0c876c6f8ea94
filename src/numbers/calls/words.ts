/** What people are told of calls. */
import type { NounWords, Sentence } from '#core/words.ts';

export const callForms = {
  countries: {
    en: 'country codes separated by commas, such as FR,BE, or none',
    fr: 'des codes de pays séparés par des virgules, comme FR,BE, ou none',
  },
} satisfies Record<string, Sentence>;

export const callWords = {
  does: {
    'call list': {
      en: 'Lists the calls to the numbers of an account, with caller, result and cost.',
      fr: 'Liste les appels aux numéros d’un compte, avec l’appelant, le résultat et le coût.',
    },
    'call total': {
      en: 'Counts the matching calls among the newest 10,000.',
      fr: 'Compte les appels correspondants parmi les 10 000 plus récents.',
    },
    'call export': {
      en: 'Exports the matching calls as CSV, one line each.',
      fr: 'Exporte en CSV les appels correspondants, une ligne pour chacun.',
    },
    'call show': {
      en: 'Shows a call as its account sees it: trunks, price, timeline and voicemail message.',
      fr: 'Montre un appel tel que son compte le voit : trunks, prix, chronologie et message vocal.',
    },
    'call all': {
      en: 'Lists the calls of all accounts and to numbers without an account, newest first.',
      fr: 'Liste les appels de tous les comptes et vers des numéros sans compte, les plus récents d’abord.',
    },
    'call trace': {
      en: 'Shows a call for administrators: the accounts it passed through, who paid, and its SIP messages if its trunks were traced.',
      fr: 'Montre un appel pour les administrateurs : les comptes traversés, qui a payé, et ses messages SIP si une trace de ses trunks était active.',
    },
    'call countries': {
      en: 'Shows or sets the countries that an account may forward calls to, besides its own.',
      fr: 'Montre ou fixe les pays vers lesquels un compte peut renvoyer des appels, en plus du sien.',
    },
  },
  fields: {
    call: { shape: 'CALL', says: 'Its id, as `parley call list` shows it.' },
    account: { shape: 'ACCOUNT', says: 'The id of the account.' },
    number: { shape: 'NUMBER', says: 'Only those to this number.' },
    caller: { shape: 'PHONE', says: 'From this phone, or from those that begin so.' },
    outcome: { shape: 'OUTCOME', says: 'Only those with this outcome.' },
    from: { shape: 'DAY', says: 'Since this day or instant.' },
    until: { shape: 'DAY', says: 'Before this day or instant.' },
    order: { shape: 'ORDER', says: 'Which come first.' },
    after: { shape: 'ID', says: 'Begins behind this one.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    open: { shape: 'CODES', says: 'All that are open from now on: FR,BE, or none.' },
  },
  refusals: {
    'call is not there': {
      kind: 'unknown',
      en: 'Call {call} does not exist.',
      fr: 'L’appel {call} n’existe pas.',
      fix: {
        en: '`parley call list` lists the calls of an account, `parley call all` also those to numbers without an account.',
        fr: '`parley call list` liste les appels d’un compte, `parley call all` aussi ceux vers des numéros sans compte.',
      },
    },
  },
} as const satisfies NounWords;
