/** Descriptions that the notes of several nouns share. */
import { text, whole } from './json-schema.ts';

export const currency = text({
  en: 'Three-letter currency code (ISO 4217).',
  fr: 'Code de la devise, en trois lettres (ISO 4217).',
});

export const countryCode = text({
  en: 'Two-letter country code (ISO 3166-1).',
  fr: 'Code du pays, en deux lettres (ISO 3166-1).',
});

export const phone = text({
  en: 'A phone number: `+33…`, `0033…`, or in the national format of the account’s country.',
  fr: 'Un numéro de téléphone : `+33…`, `0033…`, ou au format national du pays du compte.',
});

export const instant = text({
  en: 'Date and time (ISO 8601).',
  fr: 'Date et heure (ISO 8601).',
});

export const page = whole(
  { en: 'Page number, starting at 1.', fr: 'Numéro de page, à partir de 1.' },
  { minimum: 1 },
);

export const totalOfPages = whole({
  en: 'Number of entries on all pages.',
  fr: 'Nombre d’entrées sur toutes les pages.',
});

export const lastIdRead = whole(
  {
    en: 'ID of the last entry that you read; the next ones are returned.',
    fr: 'Identifiant de la dernière entrée lue ; les suivantes sont renvoyées.',
  },
  { minimum: 0 },
);

export const entries = whole({ en: 'Total number of entries.', fr: 'Nombre total d’entrées.' });

export const entryId = whole({ en: 'ID of the entry.', fr: 'Identifiant de l’entrée.' });

export const explanation = text({
  en: 'Explanation in one sentence.',
  fr: 'Explication en une phrase.',
});

export const parisTime = text({
  en: 'Date and time, in the Europe/Paris time zone.',
  fr: 'Date et heure, dans le fuseau Europe/Paris.',
});

export const scheduledTime = text({
  en: 'When the message will be sent, in the Europe/Paris time zone; present if it is scheduled.',
  fr: 'Quand le message sera envoyé, dans le fuseau Europe/Paris ; présent s’il est programmé.',
});

export const held = {
  type: 'boolean',
  description: {
    en: 'Present if the message is held until somebody releases it.',
    fr: 'Présent si le message est retenu jusqu’à ce que quelqu’un le libère.',
  },
};

export const firstName = text({ en: 'First name.', fr: 'Prénom.' });
export const lastName = text({ en: 'Last name.', fr: 'Nom de famille.' });

/** What lookups tell of a number, by command and by webhook. */
export const lookedUp = {
  request: text({ en: 'The number as requested.', fr: 'Le numéro tel que demandé.' }),
  countryCode,
  prefixCode: whole({ en: 'Country calling code.', fr: 'Indicatif du pays.' }),
  type: text({
    en: 'Kind of number: mobile, fixed line …',
    fr: 'Genre de numéro : mobile, fixe …',
  }),
  network: text({
    en: 'Network that the number range was assigned to; empty if unknown.',
    fr: 'Réseau auquel la tranche de numéros a été attribuée ; vide s’il est inconnu.',
  }),
};
