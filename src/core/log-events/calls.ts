/** Lines of the log: calls, trunks, voicemail and texts to callers. */
import type { LogEvents } from './log-event.ts';

export const callsEvents = {
  'call.ended': {
    at: ['debug'],
    en: 'A call is over, or was refused: `callId`, `account`, `kind`, `trunkIn`, `trunkOut`, `cause`, `sipStatus`, `rule`, `billedS`, `durationMs` since it came.',
    fr: 'Un appel est terminé, ou a été refusé : `callId`, `account`, `kind`, `trunkIn`, `trunkOut`, `cause`, `sipStatus`, `rule`, `billedS`, `durationMs` depuis son arrivée.',
  },
  'call.failed': {
    at: ['error'],
    en: 'A call broke by a fault of ours.',
    fr: 'Un appel s’est rompu par notre faute.',
  },
  'call.from_memory': {
    at: ['warn'],
    en: 'The database was silent: a call was decided by what was seen last.',
    fr: 'La base se taisait : un appel a été décidé d’après ce qui a été vu en dernier.',
  },
  'call.answer.unwritten': {
    at: ['warn'],
    en: 'When a call was answered could not be stored.',
    fr: 'Le moment de la réponse n’a pu être enregistré.',
  },
  'call.end.unwritten': {
    at: ['warn'],
    en: 'The end of a call could not be stored; next attempt soon.',
    fr: 'La fin d’un appel n’a pu être enregistrée ; nouvelle tentative sous peu.',
  },
  'call.interrupted': {
    at: ['warn'],
    en: 'A call of a process that died was ended and billed until the process was last seen.',
    fr: 'Un appel d’un processus mort a été terminé et facturé jusqu’au dernier signe du processus.',
  },
  'calls.listening': {
    at: ['info'],
    en: 'SIP is heard at other `places` now.',
    fr: 'SIP est écouté désormais en d’autres `places`.',
  },
  'calls.moved': {
    at: ['warn'],
    en: 'Port 5060 was taken: SIP is heard at another one.',
    fr: 'Le port 5060 était pris : SIP est écouté sur un autre.',
  },
  'sip.certificate_renewed': {
    at: ['info'],
    en: 'A new certificate of SIP is in use.',
    fr: 'Un nouveau certificat de SIP est en usage.',
  },
  'sip.certificate_not_renewed': {
    at: ['warn'],
    en: 'The files of SIP’s certificate have changed and cannot be used.',
    fr: 'Les fichiers du certificat de SIP ont changé et sont inutilisables.',
  },
  'sip.certificate_ending': {
    at: ['warn'],
    en: 'The certificate of SIP ends in `days`: said with the start, then daily.',
    fr: 'Le certificat de SIP prend fin dans `days` : dit au démarrage, puis chaque jour.',
  },
  'sip.certificate_expired': {
    at: ['error'],
    en: 'The certificate of SIP is over.',
    fr: 'Le certificat de SIP est périmé.',
  },
  'trunk.up': {
    at: ['warn'],
    en: 'A trunk answers again.',
    fr: 'Une liaison d’appels répond à nouveau.',
  },
  'trunk.down': {
    at: ['warn'],
    en: 'A trunk does not answer (`why`: silent, or what stood in the way): calls go elsewhere.',
    fr: 'Une liaison d’appels ne répond pas (`why` : silent, ou ce qui l’a empêché) : les appels passent ailleurs.',
  },
  'trunk.registered': {
    at: ['info'],
    en: 'A trunk took our registration, for `grantedS`.',
    fr: 'Une liaison d’appels a pris notre enregistrement, pour `grantedS`.',
  },
  'trunk.unregistered': {
    at: ['warn'],
    en: 'It did not: `why`.',
    fr: 'Elle ne l’a pas pris : `why`.',
  },
  'trunk.uncertified': {
    at: ['warn'],
    en: 'Who called as a trunk did not show its certificate: 403.',
    fr: 'Qui appelait au nom d’une liaison n’a pas montré son certificat : 403.',
  },
  'trunk.unusable': {
    at: ['error'],
    en: 'No call can be made over a trunk.',
    fr: 'Aucun appel ne peut passer par une liaison.',
  },
  'trunk.trace_missed': {
    at: ['warn'],
    en: 'More messages came than a trace keeps.',
    fr: 'Il est venu plus de messages qu’un suivi n’en garde.',
  },
  'number.deactivated': {
    at: ['warn'],
    en: 'A number was deactivated: its rent was not paid.',
    fr: 'Un numéro a été désactivé : son loyer n’était pas payé.',
  },
  'number.given.back': {
    at: ['warn'],
    en: 'A number was given back: its rent was not paid.',
    fr: 'Un numéro a été rendu : son loyer n’était pas payé.',
  },
  'voicemail.saved': {
    at: ['info'],
    en: 'A caller’s message is stored.',
    fr: 'Le message d’un appelant est enregistré.',
  },
  'voicemail.mailed': {
    at: ['info'],
    en: 'Its mail was handed over: `reply`.',
    fr: 'Son e-mail a été confié : `reply`.',
  },
  'voicemail.waits': {
    at: ['warn'],
    en: 'A recording waits for the storage.',
    fr: 'Un enregistrement attend le stockage.',
  },
  'voicemail.unsaved': {
    at: ['error'],
    en: 'A recording cannot be stored.',
    fr: 'Un enregistrement ne peut être sauvé.',
  },
  'voicemail.failed': {
    at: ['error'],
    en: 'A call to voicemail broke by a fault of ours.',
    fr: 'Un appel vers la messagerie s’est rompu par notre faute.',
  },
  'voicemail.spool': {
    at: ['warn', 'error'],
    en: 'The disk took no recording.',
    fr: 'Le disque n’a pas pris d’enregistrement.',
  },
  'missed_call.told': {
    at: ['info'],
    en: 'A missed call was mailed, with others that share its notice: `calls`.',
    fr: 'Un appel manqué a été annoncé, avec ceux qui partagent son avis : `calls`.',
  },
  'missed_call.untold': {
    at: ['warn'],
    en: 'A missed call could not be noted.',
    fr: 'Un appel manqué n’a pu être noté.',
  },
  'notice.failed': {
    at: ['error'],
    en: 'A notice could not be worked on.',
    fr: 'Un avis n’a pu être traité.',
  },
  'text_back.settled': {
    at: ['info'],
    en: 'A text to a caller has its fate.',
    fr: 'L’envoi d’un SMS d’appel manqué est terminé.',
  },
  'text_back.unnoted': {
    at: ['warn'],
    en: 'A text to a caller could not be noted.',
    fr: 'Un SMS d’appel manqué n’a pu être enregistré.',
  },
  'text_back.failed': {
    at: ['error'],
    en: 'A text to a caller could not be worked on; next attempt soon.',
    fr: 'Un SMS d’appel manqué n’a pu être traité ; nouvelle tentative sous peu.',
  },
} as const satisfies LogEvents;
