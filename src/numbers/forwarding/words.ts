/** What people are told of the numbers that an account rents. */
import type { NounWords, Sentence } from '#core/words.ts';
import { missedCallTextMax } from './forward-rule.ts';

export const rentedForms = {
  phone: { en: 'a phone number', fr: 'un numéro de téléphone' },
  text: {
    en: `a text of at most ${missedCallTextMax} characters, or "" for none`,
    fr: `un texte de ${missedCallTextMax} caractères au plus, ou "" pour aucun`,
  },
  wav: {
    en: 'a WAV file, PCM of 16 bit, 8 to 48 kHz, one channel or two, up to 10 MB and a minute',
    fr: 'un fichier WAV, PCM de 16 bits, 8 à 48 kHz, un canal ou deux, 10 Mo et une minute au plus',
  },
} satisfies Record<string, Sentence>;

export const rentedWords = {
  does: {
    'number rented': {
      en: 'Lists the numbers that an account rents or sends from, with their call forwarding.',
      fr: 'Liste les numéros qu’un compte loue ou d’où il envoie, avec leur renvoi d’appel.',
    },
    'number export': {
      en: 'Exports the numbers that an account rents as CSV.',
      fr: 'Écrit en CSV les numéros qu’un compte loue.',
    },
    'number show': {
      en: 'Shows a rented number: its account, price and call forwarding.',
      fr: 'Montre un numéro loué : son compte, son prix et son renvoi d’appel.',
    },
    'number available': {
      en: 'Lists the numbers that can be rented, with their prices.',
      fr: 'Liste les numéros qu’on peut louer, avec leurs prix.',
    },
    'number rent': {
      en: 'Rents a number for an account by the month; the first month is paid at once.',
      fr: 'Loue un numéro au mois pour un compte ; le premier mois est payé aussitôt.',
    },
    'number return': {
      en: 'Releases a rented number; the current month is not refunded.',
      fr: 'Rend un numéro loué ; le mois en cours n’est pas remboursé.',
    },
    'number forward': {
      en: 'Sets what happens to calls to a number: forwarded, recorded as voicemail, or refused.',
      fr: 'Règle ce que deviennent les appels à un numéro : renvoyés, pris par la messagerie vocale, ou refusés.',
    },
    'number ring': {
      en: 'Changes the name of a number, how long forwarded calls ring, and what happens to unanswered calls.',
      fr: 'Modifie le nom d’un numéro, la durée de sonnerie des appels renvoyés, et ce que deviennent les appels sans réponse.',
    },
    'number greeting': {
      en: 'Sets the greeting that callers hear: a WAV file, 16-bit PCM, up to one minute.',
      fr: 'Règle l’annonce qu’entendent les appelants : un fichier WAV, PCM 16 bits, une minute au plus.',
    },
    'number greeting remove': {
      en: 'Removes a greeting: callers hear the account’s greeting, or the default one.',
      fr: 'Retire une annonce : les appelants entendent celle du compte, ou celle par défaut.',
    },
    'number greeting play': {
      en: 'Plays the greeting of a number: WAV, 16 bit, 8 kHz.',
      fr: 'Fait écouter l’annonce d’un numéro : WAV, 16 bits, 8 kHz.',
    },
  },
  fields: {
    search: { shape: 'TEXT', says: 'Only those with these digits, or with this in their name.' },
    mode: { shape: 'MODE', says: 'Only those whose calls do this.' },
    from: { shape: 'DAY', says: 'Rented since this day or instant.' },
    until: { shape: 'DAY', says: 'Rented before this day or instant.' },
    order: { shape: 'ORDER', says: 'Which come first.' },
    label: { shape: 'NAME', says: 'What the account calls it.' },
    to: { shape: 'PHONE', says: 'Forwards them there.' },
    voicemail: { shape: 'ADDRESS', says: 'Records them and sends them there.' },
    off: { shape: '', says: 'Refuses them.' },
    replace: { shape: '', says: 'Also if another target or mode is active.' },
    seconds: { shape: 'SECONDS', says: 'How long the target rings.' },
    unanswered: { shape: 'WHAT', says: 'What becomes of it then.' },
    fallback: { shape: 'ADDRESS', says: 'Where such a voicemail goes.' },
    missed: { shape: 'ADDRESS', says: 'Email address that is notified of missed calls.' },
    text: {
      shape: 'TEXT',
      says: 'Text of the missed-call SMS to mobile callers, at most once a day.',
    },
    language: { shape: 'CODE', says: 'What the greeting speaks.' },
    wav: { shape: 'FILE', flag: 'file', says: 'The greeting.' },
    wholeAccount: { shape: '', says: 'For all numbers of the account without their own greeting.' },
  },
  refusals: {
    'number is unknown': {
      kind: 'unknown',
      en: 'No account has the number {number}.',
      fr: 'Aucun compte n’a le numéro {number}.',
      fix: {
        en: '`parley number rented` lists those of an account.',
        fr: '`parley number rented` liste ceux d’un compte.',
      },
    },
    'one way of calls is needed': {
      kind: 'invalid',
      en: 'Give one of {.to}, {.voicemail} and {.off}.',
      fr: 'Indiquez l’un de {.to}, {.voicemail} et {.off}.',
      fix: { en: 'Choose one.', fr: 'Choisissez-en un.' },
    },
    'forwarding number is not possible': {
      kind: 'invalid',
      en: 'Calls cannot be forwarded there: the number is not valid, leads back to this server, or is blocked for the account (`parley call countries`).',
      fr: 'Les appels ne peuvent pas y être renvoyés : le numéro n’est pas valide, ramène à ce serveur, ou est bloqué pour le compte (`parley call countries`).',
      fix: {
        en: 'Forward to another number, or open its country.',
        fr: 'Renvoyez vers un autre numéro, ou ouvrez son pays.',
      },
    },
    'number cannot forward': {
      kind: 'conflict',
      en: 'Call forwarding is not enabled for this number.',
      fr: 'Le renvoi d’appel n’est pas activé pour ce numéro.',
      fix: {
        en: 'Enable it with `parley number set --forward on`.',
        fr: 'Activez-le avec `parley number set --forward on`.',
      },
    },
    'number is deactivated': {
      kind: 'conflict',
      en: 'The number is deactivated.',
      fr: 'Le numéro est désactivé.',
      fix: { en: 'Activate it.', fr: 'Activez-le.' },
    },
    'forwarding is on already': {
      kind: 'conflict',
      en: 'Calls are already forwarded. To change the target, use {.replace}.',
      fr: 'Les appels sont déjà renvoyés. Pour changer la destination, utilisez {.replace}.',
      fix: { en: 'Replace the target.', fr: 'Remplacez la destination.' },
    },
    'voicemail is on already': {
      kind: 'conflict',
      en: 'Voicemail is already on. To change the address, use {.replace}.',
      fr: 'La messagerie vocale est déjà activée. Pour changer l’adresse, utilisez {.replace}.',
      fix: { en: 'Replace the address.', fr: 'Remplacez l’adresse.' },
    },
    'forwarding is off already': {
      kind: 'conflict',
      en: 'Calls are already refused.',
      fr: 'Les appels sont déjà refusés.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'voicemail goes nowhere': {
      kind: 'invalid',
      en: 'Voicemail requires an email address: give {.fallback}.',
      fr: 'La messagerie vocale exige une adresse e-mail : indiquez {.fallback}.',
      fix: { en: 'Give an address.', fr: 'Indiquez une adresse.' },
    },
    'greeting does not read': {
      kind: 'invalid',
      en: '{.wav} is not a valid greeting: {reason}.',
      fr: '{.wav} n’est pas une annonce valide : {reason}.',
      fix: {
        en: 'Save it as WAV, 16-bit PCM, up to one minute.',
        fr: 'Enregistrez-la en WAV, PCM de 16 bits, une minute au plus.',
      },
    },
    'greeting is not there': {
      kind: 'unknown',
      en: 'The greeting does not exist.',
      fr: 'L’annonce n’existe pas.',
      fix: { en: 'Upload one.', fr: 'Téléversez-en une.' },
    },
    'number is not free': {
      kind: 'unknown',
      en: 'This number cannot be rented.',
      fr: 'Ce numéro ne peut pas être loué.',
      fix: {
        en: '`parley number available` lists those that can be rented.',
        fr: '`parley number available` liste ceux qu’on peut louer.',
      },
    },
    'rent is not covered': {
      kind: 'conflict',
      en: 'The balance does not cover the first month of {price}.',
      fr: 'Le solde ne couvre pas le premier mois de {price}.',
      fix: {
        en: 'Credit the account, or choose a cheaper number.',
        fr: 'Créditez le compte, ou choisissez un numéro moins cher.',
      },
    },
    'limit is reached': {
      kind: 'conflict',
      en: 'The limit {rule} of {max} is reached.',
      fr: 'La limite {rule} de {max} est atteinte.',
      fix: { en: 'Try again later, or raise it.', fr: 'Réessayez plus tard, ou relevez-la.' },
    },
    'too much is spent': {
      kind: 'conflict',
      en: 'This would exceed the limit {rule} of {max} {currency}.',
      fr: 'Cela dépasserait la limite {rule} de {max} {currency}.',
      fix: {
        en: 'Ask the administrator to raise the limit.',
        fr: 'Demandez à l’administrateur de relever la limite.',
      },
    },
  },
} as const satisfies NounWords;
