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
    en: 'up to 10,000 email addresses separated by commas',
    fr: 'jusqu’à 10 000 adresses e-mail séparées par des virgules',
  },
} satisfies Record<string, Sentence>;

export const suppressionWords = {
  does: {
    'suppression list': {
      en: 'Lists the suppressed addresses of an account, with reason and expiry.',
      fr: 'Liste les adresses supprimées d’un compte, avec la raison et l’expiration.',
    },
    'suppression add': {
      en: 'Adds addresses to the suppression list: they get no more emails of the account.',
      fr: 'Ajoute des adresses à la liste de suppression : elles ne reçoivent plus d’e-mails du compte.',
    },
    'suppression release': {
      en: 'Removes addresses from the suppression list, by address, reason, stream or day.',
      fr: 'Retire des adresses de la liste de suppression, par adresse, raison, flux ou jour.',
    },
    'suppression import': {
      en: 'Adds the addresses of a CSV file to the list; columns: address, stream, reason.',
      fr: 'Ajoute à la liste les adresses d’un fichier CSV ; colonnes : address, stream, reason.',
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
      says: 'hard, complaint, unsubscribe, manual or soft (after repeated soft bounces).',
    },
    stream: { shape: 'NAME', says: 'Of this stream alone; "" is all mail.' },
    from: { shape: 'DAY', says: 'On the list since this day (UTC) or later.' },
    before: { shape: 'DAY', says: 'On the list since before this day (UTC).' },
    order: { shape: 'ORDER', says: 'newest or oldest first.' },
    after: { shape: 'ID', says: 'Begins behind this entry.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    all: { shape: '', says: 'Needed where nothing is chosen: empties the list.' },
    table: { shape: 'FILE', says: 'The table; all but the address may be left out.', flag: 'file' },
  },
  refusals: {
    'no address is written so': {
      kind: 'invalid',
      en: '{address} is not an email address.',
      fr: '{address} n’est pas une adresse e-mail.',
      fix: {
        en: 'Write addresses such as ada@example.com.',
        fr: 'Écrivez des adresses comme ada@example.com.',
      },
    },
    'nothing is chosen': {
      kind: 'invalid',
      en: 'Give the addresses, or {.all}.',
      fr: 'Indiquez les adresses, ou {.all}.',
      fix: {
        en: 'Choose by address, reason, stream or day; {.all} empties the list.',
        fr: 'Choisissez par adresse, raison, flux ou jour ; {.all} vide la liste.',
      },
    },
    'too many suppressions': {
      kind: 'conflict',
      en: 'More than {max} entries match, which is the maximum of a file.',
      fr: 'Plus de {max} entrées correspondent, ce qui est le maximum d’un fichier.',
      fix: {
        en: 'Export parts of the list, by reason, stream or day.',
        fr: 'Exportez la liste en plusieurs fois, par raison, flux ou jour.',
      },
    },
  },
} as const satisfies NounWords;
