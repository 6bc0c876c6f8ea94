/** What people are told of the suppression list. */
import type { NounWords, Sentence } from '#core/words.ts';

export const suppressionForms = {
  stream: {
    en: 'the name of a stream, of at most 64 characters',
    fr: 'le nom d’un flux, de 64 caractères au plus',
  },
  sought: { en: 'an email address', fr: 'une adresse e-mail' },
  address: {
    en: 'an email address such as ada@example.com',
    fr: 'une adresse comme ada@example.com',
  },
  addresses: {
    en: 'up to 10,000 email addresses with commas between',
    fr: 'jusqu’à 10 000 adresses e-mail séparées par des virgules',
  },
} satisfies Record<string, Sentence>;

export const suppressionWords = {
  does: {
    'suppression list': {
      en: 'Lists the addresses that get no mail of an account, why, and until when.',
      fr: 'Liste les adresses qui ne reçoivent plus de courrier d’un compte, pourquoi, et jusqu’à quand.',
    },
    'suppression add': {
      en: 'Puts addresses on the list: they get no mail of the account any more.',
      fr: 'Met des adresses sur la liste : elles ne reçoivent plus de courrier du compte.',
    },
    'suppression release': {
      en: 'Takes addresses off the list, by address, reason, stream or day.',
      fr: 'Retire des adresses de la liste, par adresse, raison, flux ou jour.',
    },
    'suppression import': {
      en: 'Puts the addresses of a CSV file on the list; headings: address, stream, reason.',
      fr: 'Met sur la liste les adresses d’un fichier CSV ; titres : address, stream, reason.',
    },
    'suppression export': {
      en: 'Prints the list as a CSV file that an import reads.',
      fr: 'Écrit la liste comme un fichier CSV qu’un import relit.',
    },
  },
  fields: {
    address: { shape: 'ADDRESS', says: 'Of this address.' },
    begins: { shape: 'TEXT', says: 'Of addresses that begin so.' },
    addresses: { shape: 'ADDRESS', says: 'Whose it is; several with commas between.' },
    reason: {
      shape: 'REASON',
      says: 'hard, complaint, unsubscribe, manual; and soft, which deliveries count.',
    },
    stream: { shape: 'NAME', says: 'Of this stream alone; "" is all mail.' },
    from: { shape: 'DAY', says: 'On the list since this day (UTC) or later.' },
    before: { shape: 'DAY', says: 'On the list since before this day (UTC).' },
    after: { shape: 'ID', says: 'Begins behind this entry.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    all: { shape: '', says: 'Needed where nothing is chosen: empties the list.' },
    table: { shape: 'FILE', says: 'The table; all but the address may be left out.', flag: 'file' },
  },
  refusals: {
    'no address is written so': {
      kind: 'invalid',
      en: '{address} is no email address.',
      fr: '{address} n’est pas une adresse e-mail.',
      fix: {
        en: 'Write addresses such as ada@example.com.',
        fr: 'Écrivez des adresses comme ada@example.com.',
      },
    },
    'nothing is chosen': {
      kind: 'invalid',
      en: 'Say which addresses, or {.all}.',
      fr: 'Dites quelles adresses, ou {.all}.',
      fix: {
        en: 'Choose by address, reason, stream or day; {.all} empties the list.',
        fr: 'Choisissez par adresse, raison, flux ou jour ; {.all} vide la liste.',
      },
    },
    'too many suppressions': {
      kind: 'conflict',
      en: 'More than {max} entries fit: a file has no more.',
      fr: 'Plus de {max} entrées conviennent : un fichier n’en a pas plus.',
      fix: {
        en: 'Export the list in pieces, by reason, stream or day.',
        fr: 'Exportez la liste en plusieurs fois, par raison, flux ou jour.',
      },
    },
  },
} as const satisfies NounWords;
