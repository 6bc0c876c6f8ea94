/** What people are told of calls. */
import type { NounWords, Sentence } from '#core/words.ts';

export const callForms = {
  countries: {
    en: 'country codes with commas between them, such as FR,BE, or none',
    fr: 'des codes de pays séparés par des virgules, comme FR,BE, ou none',
  },
} satisfies Record<string, Sentence>;

export const callWords = {
  does: {
    'call list': {
      en: 'Lists the calls to the numbers of an account: who called whom, what became of it, what it cost.',
      fr: 'Liste les appels aux numéros d’un compte : qui a appelé qui, l’issue, le coût.',
    },
    'call total': {
      en: 'Counts the calls that fit, among the newest 10,000.',
      fr: 'Compte les appels qui conviennent, parmi les 10 000 plus récents.',
    },
    'call export': {
      en: 'Writes the calls that fit as CSV, a line for each.',
      fr: 'Écrit en CSV les appels qui conviennent, une ligne pour chacun.',
    },
    'call show': {
      en: 'Shows a call as its account sees it: its trunks, its price, what happened when, and the message it left.',
      fr: 'Montre un appel tel que son compte le voit : ses liaisons, son prix, son déroulement et le message laissé.',
    },
    'call all': {
      en: 'Lists the calls of all accounts and of nobody’s numbers, newest first.',
      fr: 'Liste les appels de tous les comptes et vers des numéros sans compte, les plus récents d’abord.',
    },
    'call trace': {
      en: 'Shows a call as it went, for administrators: the accounts it passed, who paid, and its SIP messages where its trunks were traced.',
      fr: 'Montre le trajet d’un appel, pour les administrateurs : les comptes traversés, qui a payé, et ses messages SIP si ses liaisons étaient suivies.',
    },
    'call countries': {
      en: 'Tells or says where an account may have calls led, besides its own country.',
      fr: 'Dit ou fixe vers quels pays un compte peut faire diriger des appels, outre le sien.',
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
      en: 'There is no call {call}.',
      fr: 'Il n’y a pas d’appel {call}.',
      fix: {
        en: '`parley call list` lists those of an account, `parley call all` those of nobody’s numbers too.',
        fr: '`parley call list` liste ceux d’un compte, `parley call all` aussi ceux de numéros sans compte.',
      },
    },
  },
} as const satisfies NounWords;
