/** The commands about virtual numbers, their calls and messages, as the document describes them. */
import type { Sentence } from '#core/words.ts';
import type { CommandNotes } from './command-note.ts';
import { currency, explanation, parisTime } from './common-notes.ts';
import { flag, type JsonSchema, list, number, record, text, whole } from './json-schema.ts';

const ownNumber = text({
  en: 'A virtual number of the account.',
  fr: 'Un numéro virtuel du compte.',
});
const before = text({
  en: 'The `next` of the previous response.',
  fr: 'Le `next` de la réponse précédente.',
});
const next = {
  type: ['string', 'integer', 'null'],
  description: {
    en: 'Where the next page begins; null on the last page.',
    fr: 'Où commence la page suivante ; null à la dernière page.',
  },
};
const numberPage = {
  after: before,
  prefix: text({
    en: 'First digits of the numbers.',
    fr: 'Premiers chiffres des numéros.',
  }),
};
const id = whole({ en: 'Voicemail message ID.', fr: 'Identifiant du message vocal.' });
const numberName = { en: 'Name of the number.', fr: 'Nom du numéro.' };
const upTo100 = { en: 'Up to 100 entries.', fr: 'Jusqu’à 100 entrées.' };

function yesOrNo(description: Sentence): JsonSchema {
  return { type: 'boolean', description };
}

function timeOrNull(description: Sentence): JsonSchema {
  return { type: ['string', 'null'], description };
}

/** What a number can do and costs. */
const capabilities = {
  number: text({ en: 'Virtual number.', fr: 'Numéro virtuel.' }),
  sms: yesOrNo({
    en: 'Whether the number receives SMS.',
    fr: 'Si le numéro reçoit des SMS.',
  }),
  calls: yesOrNo({
    en: 'Whether the number receives calls.',
    fr: 'Si le numéro reçoit des appels.',
  }),
  callForward: yesOrNo({
    en: 'Whether its calls can be forwarded.',
    fr: 'Si ses appels peuvent être renvoyés.',
  }),
  monthlyPrice: number({
    en: 'Price per month, in the account’s currency.',
    fr: 'Prix par mois, dans la devise du compte.',
  }),
  minutePrice: number({
    en: 'Price per minute of a call that is recorded.',
    fr: 'Prix par minute d’un appel enregistré.',
  }),
};

const rentedTexts = {
  name: text(numberName),
  paidUntil: timeOrNull({
    en: 'End of the paid period, in the Europe/Paris time zone; null if there is none.',
    fr: 'Fin de la période payée, dans le fuseau Europe/Paris ; null s’il n’y en a pas.',
  }),
};

const mode = {
  en: '0: disabled, 1: forwarding, 2: voicemail.',
  fr: '0 : rien, 1 : renvoi, 2 : messagerie.',
};
const modes = { enum: [0, 1, 2] };

const rentedNumber = record({
  ...capabilities,
  name: rentedTexts.name,
  state: text(
    { en: 'State of the number.', fr: 'État du numéro.' },
    { enum: ['active', 'deactivated'] },
  ),
  why: text({
    en: 'Why the number is deactivated.',
    fr: 'Pourquoi le numéro est désactivé.',
  }),
  type: whole(mode, modes),
  param: text({
    en: 'Phone number or email address of that mode.',
    fr: 'Numéro de téléphone ou adresse e-mail de ce mode.',
  }),
  rentedAt: timeOrNull({
    en: 'When the number was rented, in the Europe/Paris time zone.',
    fr: 'Quand le numéro a été loué, dans le fuseau Europe/Paris.',
  }),
  paidUntil: rentedTexts.paidUntil,
});

const caller = text({
  en: 'Number of the caller; empty if withheld.',
  fr: 'Numéro de l’appelant ; vide s’il est masqué.',
});

const toldCall = record({
  id: whole({ en: 'Call ID.', fr: 'Identifiant de l’appel.' }),
  number: capabilities.number,
  caller,
  kind: text(
    { en: 'How the call was handled.', fr: 'Comment l’appel a été traité.' },
    { enum: ['forward', 'voicemail', 'refused'] },
  ),
  target: text({
    en: 'Number that the call was forwarded to, or address that the message was mailed to.',
    fr: 'Numéro vers lequel l’appel a été renvoyé, ou adresse à laquelle le message a été envoyé.',
  }),
  startedAt: parisTime,
  answeredAt: timeOrNull({
    en: 'When the call was answered; null if it was not.',
    fr: 'Quand l’appel a été décroché ; null s’il ne l’a pas été.',
  }),
  endedAt: timeOrNull({
    en: 'When the call ended; null while it lasts.',
    fr: 'Quand l’appel a pris fin ; null tant qu’il dure.',
  }),
  seconds: whole({ en: 'Billed duration, in seconds.', fr: 'Durée facturée, en secondes.' }),
  cost: number({
    en: 'Cost, in the account’s currency; 0 if another account pays.',
    fr: 'Coût, dans la devise du compte ; 0 si un autre compte paie.',
  }),
  cause: text({ en: 'How the call ended.', fr: 'Comment l’appel a pris fin.' }),
  status: whole({
    en: 'SIP status sent to the caller.',
    fr: 'Statut SIP envoyé à l’appelant.',
  }),
  rule: text({
    en: 'Rule that refused or ended the call, if any.',
    fr: 'Règle qui a refusé ou terminé l’appel, s’il y en a une.',
  }),
});

const voicemail = record({
  id,
  number: capabilities.number,
  caller,
  callerName: text({
    en: 'Name that the caller’s network gives.',
    fr: 'Nom que donne le réseau de l’appelant.',
  }),
  startedAt: parisTime,
  seconds: number({ en: 'Length, in seconds.', fr: 'Durée, en secondes.' }),
  endedBy: text({
    en: 'How the recording ended.',
    fr: 'Comment l’enregistrement a pris fin.',
  }),
  mailTo: text({
    en: 'Address that the message was mailed to.',
    fr: 'Adresse à laquelle le message a été envoyé.',
  }),
  mail: text({
    en: 'Status of the notification email.',
    fr: 'État de l’e-mail de notification.',
  }),
  heardAt: timeOrNull({
    en: 'When the message was first played; null if it has not been.',
    fr: 'Quand le message a été écouté pour la première fois ; null s’il ne l’a pas été.',
  }),
  test: yesOrNo({
    en: 'Whether the simulator made the call.',
    fr: 'Si l’appel vient du simulateur.',
  }),
});

export const numberNotes: CommandNotes = {
  '/v1/vn/callforward': {
    summary: {
      en: 'Sets how a virtual number handles calls: forwarding, voicemail or disabled.',
      fr: 'Définit comment un numéro virtuel traite les appels : renvoi, messagerie ou rien.',
    },
    takes: {
      number: ownNumber,
      type: whole(mode, modes),
      param: text({
        en: 'Phone number for type 1, email address for type 2.',
        fr: 'Numéro de téléphone pour le type 1, adresse e-mail pour le type 2.',
      }),
      name: text(numberName, { maxLength: 100 }),
      replace: flag({
        en: 'Replaces the target if the number has that mode already.',
        fr: 'Remplace la destination si le numéro est déjà dans ce mode.',
      }),
    },
    needs: ['number', 'type'],
    keyed: true,
    gives: {
      message: explanation,
      number: ownNumber,
      type: whole({ en: 'Type as it was sent.', fr: 'Type tel qu’il a été envoyé.' }),
      param: text({
        en: 'Phone number or email address now in use.',
        fr: 'Numéro de téléphone ou adresse e-mail désormais en usage.',
      }),
    },
  },
  '/v1/vn/list': {
    summary: {
      en: 'Lists the virtual numbers of the account.',
      fr: 'Liste les numéros virtuels du compte.',
    },
    takes: { after: numberPage.after },
    gives: { numbers: list(rentedNumber, upTo100), next },
    givesAll: true,
  },
  '/v1/vn/available': {
    summary: {
      en: 'Lists the virtual numbers that can be rented.',
      fr: 'Liste les numéros virtuels à louer.',
    },
    takes: numberPage,
    gives: { currency, numbers: list(record(capabilities), upTo100), next },
    givesAll: true,
  },
  '/v1/vn/calls': {
    summary: {
      en: 'Lists the calls to the account’s numbers, newest first.',
      fr: 'Liste les appels vers les numéros du compte, les plus récents d’abord.',
    },
    takes: { number: ownNumber, before },
    gives: { currency, calls: list(toldCall, upTo100), next },
    givesAll: true,
  },
  '/v1/vn/rent': {
    summary: {
      en: 'Rents a virtual number, by the month.',
      fr: 'Loue un numéro virtuel, au mois.',
    },
    takes: {
      number: text({
        en: 'A number that `vn/available` lists.',
        fr: 'Un numéro que liste `vn/available`.',
      }),
      name: text(numberName, { maxLength: 100 }),
    },
    needs: ['number'],
    gives: {
      number: ownNumber,
      name: rentedTexts.name,
      monthlyPrice: capabilities.monthlyPrice,
      currency,
      paidUntil: rentedTexts.paidUntil,
    },
    givesAll: true,
    keyed: true,
  },
  '/v1/vn/release': {
    summary: { en: 'Gives up a virtual number.', fr: 'Rend un numéro virtuel.' },
    takes: { number: ownNumber },
    needs: ['number'],
    gives: { number: ownNumber },
  },
  '/v1/vn/voicemails': {
    summary: {
      en: 'Lists voicemail messages, newest first.',
      fr: 'Liste les messages vocaux, les plus récents d’abord.',
    },
    takes: { number: ownNumber, before },
    gives: { voicemails: list(voicemail, upTo100), next },
    givesAll: true,
  },
  '/v1/vn/voicemail': {
    summary: { en: 'Returns a voicemail message.', fr: 'Renvoie un message vocal.' },
    takes: { id },
    needs: ['id'],
    gives: { voicemail },
    givesAll: true,
  },
  '/v1/vn/voicemail/audio': {
    summary: {
      en: 'Returns the audio of a voicemail message.',
      fr: 'Renvoie le son d’un message vocal.',
    },
    takes: { id },
    needs: ['id'],
    givesType: 'audio/wav',
  },
  '/v1/vn/voicemail/heard': {
    summary: {
      en: 'Marks a voicemail message as heard or as new.',
      fr: 'Marque un message vocal comme écouté ou comme nouveau.',
    },
    takes: {
      id,
      heard: flag({ en: 'Default: true.', fr: 'Par défaut : true.' }),
    },
    needs: ['id'],
    gives: { voicemail },
    givesAll: true,
  },
  '/v1/vn/voicemail/delete': {
    summary: { en: 'Deletes a voicemail message.', fr: 'Efface un message vocal.' },
    takes: { id },
    needs: ['id'],
    gives: { id },
  },
};
