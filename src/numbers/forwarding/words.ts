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
      en: 'Lists the numbers that an account rents or sends from, and what calls to them do.',
      fr: 'Liste les numéros qu’un compte loue ou d’où il envoie, et ce que font les appels.',
    },
    'number export': {
      en: 'Writes the numbers that an account rents as CSV.',
      fr: 'Écrit en CSV les numéros qu’un compte loue.',
    },
    'number show': {
      en: 'Shows a rented number: whose it is, what it costs, and what calls to it do.',
      fr: 'Montre un numéro loué : à qui il est, son prix, et ce que font les appels.',
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
      en: 'Gives a rented number back; the month that is paid is not refunded.',
      fr: 'Rend un numéro loué ; le mois payé n’est pas remboursé.',
    },
    'number forward': {
      en: 'Says what calls to a number do: go to another number, become e-mails, or are refused.',
      fr: 'Dit ce que font les appels à un numéro : aller vers un autre, devenir des e-mails, ou être refusés.',
    },
    'number ring': {
      en: 'Names a number, and says how long a forwarded call rings and what becomes of it when nobody answers.',
      fr: 'Nomme un numéro, et dit combien de temps sonne un appel renvoyé et ce qu’il devient sans réponse.',
    },
    'number greeting': {
      en: 'Says what callers hear before they speak: a WAV file, PCM of 16 bit, up to a minute.',
      fr: 'Dit ce qu’entendent les appelants avant de parler : un fichier WAV, PCM de 16 bits, une minute au plus.',
    },
    'number greeting remove': {
      en: 'Takes a greeting away: the account’s, or the shipped one, is heard.',
      fr: 'Retire une annonce : on entend celle du compte, ou celle fournie.',
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
    missed: { shape: 'ADDRESS', says: 'Who is told of calls that nobody took.' },
    text: {
      shape: 'TEXT',
      says: 'What a mobile whose call nobody took gets by SMS, once a day.',
    },
    language: { shape: 'CODE', says: 'What the greeting speaks.' },
    wav: { shape: 'FILE', flag: 'file', says: 'The greeting.' },
    wholeAccount: {
      shape: '',
      says: 'For all numbers of its account that have none of their own.',
    },
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
      en: 'Say one of {.to}, {.voicemail} and {.off}.',
      fr: 'Dites l’un de {.to}, {.voicemail} et {.off}.',
      fix: { en: 'Choose one.', fr: 'Choisissez-en un.' },
    },
    'forwarding number is not possible': {
      kind: 'invalid',
      en: 'Calls cannot go there: it is no phone number, leads back here, or is closed to the account (`parley call countries`).',
      fr: 'Les appels ne peuvent pas y aller : ce n’est pas un numéro, il ramène ici, ou il est fermé pour le compte (`parley call countries`).',
      fix: {
        en: 'Forward to another number, or open its country.',
        fr: 'Renvoyez vers un autre numéro, ou ouvrez son pays.',
      },
    },
    'number cannot forward': {
      kind: 'conflict',
      en: 'Calls to this number may not be forwarded (`parley number set --forward on`).',
      fr: 'Les appels à ce numéro ne peuvent pas être renvoyés (`parley number set --forward on`).',
      fix: { en: 'Allow it.', fr: 'Autorisez-le.' },
    },
    'number is deactivated': {
      kind: 'conflict',
      en: 'The number is deactivated.',
      fr: 'Le numéro est désactivé.',
      fix: { en: 'Activate it.', fr: 'Activez-le.' },
    },
    'forwarding is on already': {
      kind: 'conflict',
      en: 'Calls are forwarded already: {.replace} changes the target.',
      fr: 'Les appels sont déjà renvoyés : {.replace} change la destination.',
      fix: { en: 'Replace the target.', fr: 'Remplacez la destination.' },
    },
    'voicemail is on already': {
      kind: 'conflict',
      en: 'Calls are recorded already: {.replace} changes the address.',
      fr: 'Les appels sont déjà enregistrés : {.replace} change l’adresse.',
      fix: { en: 'Replace the address.', fr: 'Remplacez l’adresse.' },
    },
    'forwarding is off already': {
      kind: 'conflict',
      en: 'Calls are refused already.',
      fr: 'Les appels sont déjà refusés.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'voicemail goes nowhere': {
      kind: 'invalid',
      en: 'With a voicemail somebody must get it: say {.fallback}.',
      fr: 'Il faut un destinataire pour la messagerie : dites {.fallback}.',
      fix: { en: 'Name an address.', fr: 'Indiquez une adresse.' },
    },
    'greeting does not read': {
      kind: 'invalid',
      en: '{.wav} is no greeting: {reason}.',
      fr: '{.wav} n’est pas une annonce : {reason}.',
      fix: {
        en: 'Save it as WAV, PCM of 16 bit, up to a minute.',
        fr: 'Enregistrez-la en WAV, PCM de 16 bits, une minute au plus.',
      },
    },
    'greeting is not there': {
      kind: 'unknown',
      en: 'There is no such greeting.',
      fr: 'Il n’y a pas cette annonce.',
      fix: { en: 'Hand one in.', fr: 'Déposez-en une.' },
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
      en: 'This would go beyond the limit {rule} of {max} {currency}.',
      fr: 'Cela dépasserait la limite {rule} de {max} {currency}.',
      fix: { en: 'Have the limit raised.', fr: 'Faites relever la limite.' },
    },
  },
} as const satisfies NounWords;
