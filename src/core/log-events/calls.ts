/** Lines of the log: calls, trunks, voicemail and texts to callers. */
import type { LogEvents } from './log-event.ts';

export const callsEvents = {
  'call.ended': {
    at: ['debug'],
    en: 'A call ended or was refused: `callId`, `account`, `kind`, `trunkIn`, `trunkOut`, `cause`, `sipStatus`, `rule`, `billedS`, `durationMs` since it arrived.',
    fr: 'Un appel a pris fin ou a été refusé : `callId`, `account`, `kind`, `trunkIn`, `trunkOut`, `cause`, `sipStatus`, `rule`, `billedS`, `durationMs` depuis son arrivée.',
  },
  'call.failed': {
    at: ['error'],
    en: 'A call failed by an internal error.',
    fr: 'Un appel a échoué par une erreur interne.',
  },
  'call.from_memory': {
    at: ['warn'],
    en: 'The database did not answer: a call was decided by the settings last read.',
    fr: 'La base n’a pas répondu : un appel a été décidé d’après les derniers réglages lus.',
  },
  'call.answer.unwritten': {
    at: ['warn'],
    en: 'The time at which a call was answered could not be stored.',
    fr: 'L’heure à laquelle un appel a été décroché n’a pu être enregistrée.',
  },
  'call.end.unwritten': {
    at: ['warn'],
    en: 'The end of a call could not be stored; next attempt soon.',
    fr: 'La fin d’un appel n’a pu être enregistrée ; nouvelle tentative sous peu.',
  },
  'call.interrupted': {
    at: ['warn'],
    en: 'A call of a process that stopped unexpectedly was ended, and billed until that process was last seen.',
    fr: 'Un appel d’un processus arrêté inopinément a été terminé, et facturé jusqu’au dernier signe de ce processus.',
  },
  'calls.listening': {
    at: ['info'],
    en: 'SIP listens on other `places` now.',
    fr: 'SIP écoute désormais sur d’autres `places`.',
  },
  'calls.moved': {
    at: ['warn'],
    en: 'Port 5060 was in use; SIP listens on another one.',
    fr: 'Le port 5060 était occupé ; SIP écoute sur un autre.',
  },
  'sip.certificate_renewed': {
    at: ['info'],
    en: 'SIP uses a new certificate.',
    fr: 'SIP utilise un nouveau certificat.',
  },
  'sip.certificate_not_renewed': {
    at: ['warn'],
    en: 'The certificate files of SIP have changed but cannot be used; the previous certificate stays in use.',
    fr: 'Les fichiers de certificat de SIP ont changé mais sont inutilisables ; le certificat précédent reste en usage.',
  },
  'sip.certificate_ending': {
    at: ['warn'],
    en: 'The certificate of SIP expires in `days`. Logged at startup and then daily.',
    fr: 'Le certificat de SIP expire dans `days`. Journalisé au démarrage, puis chaque jour.',
  },
  'sip.certificate_expired': {
    at: ['error'],
    en: 'The certificate of SIP has expired.',
    fr: 'Le certificat de SIP a expiré.',
  },
  'trunk.up': {
    at: ['warn'],
    en: 'A trunk responds again.',
    fr: 'Un trunk répond de nouveau.',
  },
  'trunk.down': {
    at: ['warn'],
    en: 'A trunk does not respond: calls use other trunks. `why` is `silent`, or the error.',
    fr: 'Un trunk ne répond pas : les appels passent par d’autres trunks. `why` vaut `silent`, ou l’erreur.',
  },
  'trunk.registered': {
    at: ['info'],
    en: 'A trunk accepted our registration, for `grantedS`.',
    fr: 'Un trunk a accepté notre enregistrement, pour `grantedS`.',
  },
  'trunk.unregistered': {
    at: ['warn'],
    en: 'A trunk did not accept our registration: `why`.',
    fr: 'Un trunk n’a pas accepté notre enregistrement : `why`.',
  },
  'trunk.uncertified': {
    at: ['warn'],
    en: 'A call from the networks of a trunk came without the trunk’s certificate and was refused with 403.',
    fr: 'Un appel venu des réseaux d’un trunk, sans le certificat du trunk, a été refusé avec 403.',
  },
  'trunk.unusable': {
    at: ['error'],
    en: 'A trunk cannot be used for outgoing calls.',
    fr: 'Un trunk est inutilisable pour les appels sortants.',
  },
  'trunk.trace_missed': {
    at: ['warn'],
    en: 'More SIP messages were exchanged than a trace keeps.',
    fr: 'Plus de messages SIP ont été échangés qu’une trace n’en garde.',
  },
  'number.deactivated': {
    at: ['warn'],
    en: 'A number was deactivated because its rent was not paid.',
    fr: 'Un numéro a été désactivé parce que son loyer n’était pas payé.',
  },
  'number.given.back': {
    at: ['warn'],
    en: 'A number was released because its rent was not paid.',
    fr: 'Un numéro a été rendu parce que son loyer n’était pas payé.',
  },
  'voicemail.saved': {
    at: ['info'],
    en: 'A voicemail message was stored.',
    fr: 'Un message vocal a été enregistré.',
  },
  'voicemail.mailed': {
    at: ['info'],
    en: 'The notification email of a voicemail message was queued: `reply`.',
    fr: 'L’e-mail de notification d’un message vocal a été mis en file : `reply`.',
  },
  'voicemail.waits': {
    at: ['warn'],
    en: 'A recording waits on disk until storage is available.',
    fr: 'Un enregistrement attend sur le disque que le stockage soit disponible.',
  },
  'voicemail.unsaved': {
    at: ['error'],
    en: 'A recording cannot be stored.',
    fr: 'Un enregistrement ne peut être stocké.',
  },
  'voicemail.failed': {
    at: ['error'],
    en: 'A call to voicemail failed by an internal error.',
    fr: 'Un appel vers la messagerie a échoué par une erreur interne.',
  },
  'voicemail.spool': {
    at: ['warn', 'error'],
    en: 'A recording could not be written to disk.',
    fr: 'Un enregistrement n’a pu être écrit sur le disque.',
  },
  'missed_call.told': {
    at: ['info'],
    en: 'The notification email of missed calls was queued: `calls`.',
    fr: 'L’e-mail de notification d’appels manqués a été mis en file : `calls`.',
  },
  'missed_call.untold': {
    at: ['warn'],
    en: 'A missed call could not be stored.',
    fr: 'Un appel manqué n’a pu être enregistré.',
  },
  'notice.failed': {
    at: ['error'],
    en: 'A notification of a call could not be processed.',
    fr: 'Une notification d’appel n’a pu être traitée.',
  },
  'text_back.settled': {
    at: ['info'],
    en: 'A missed-call SMS was sent, or was given up.',
    fr: 'Un SMS d’appel manqué a été envoyé, ou abandonné.',
  },
  'text_back.unnoted': {
    at: ['warn'],
    en: 'A missed-call SMS could not be stored.',
    fr: 'Un SMS d’appel manqué n’a pu être enregistré.',
  },
  'text_back.failed': {
    at: ['error'],
    en: 'A missed-call SMS could not be processed; next attempt soon.',
    fr: 'Un SMS d’appel manqué n’a pu être traité ; nouvelle tentative sous peu.',
  },
} as const satisfies LogEvents;
