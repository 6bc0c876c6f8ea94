/** Lines of the log: accounts that bind to us by SMPP, and the built-in operator. */
import type { LogEvents } from './log-event.ts';

export const customersEvents = {
  'smpp.bound': {
    at: ['info'],
    en: 'A customer is bound: `systemId`.',
    fr: 'Un client est lié : `systemId`.',
  },
  'smpp.unbound': {
    at: ['info'],
    en: 'A customer’s bind has ended: `reason`.',
    fr: 'La liaison d’un client a pris fin : `reason`.',
  },
  'smpp.bind_refused': {
    at: ['warn'],
    en: 'A bind was refused: `status`.',
    fr: 'Une liaison a été refusée : `status`.',
  },
  'smpp.bind_not_closed': {
    at: ['warn'],
    en: 'The row of a bind that has ended could not be removed.',
    fr: 'La ligne d’une liaison terminée n’a pu être retirée.',
  },
  'smpp.pdu_refused': {
    at: ['info'],
    en: 'A PDU of a customer could not be worked on.',
    fr: 'Un PDU d’un client n’a pu être traité.',
  },
  'smpp.submit_refused': {
    at: ['info'],
    en: 'A customer’s submit was refused: `why`.',
    fr: 'L’envoi d’un client a été refusé : `why`.',
  },
  'smpp.submit_uncommitted': {
    at: ['warn'],
    en: 'A customer’s submit could not be stored: it heard a system error.',
    fr: 'L’envoi d’un client n’a pu être enregistré : il a reçu une erreur système.',
  },
  'smpp.delivery': {
    at: ['debug', 'info'],
    en: 'A report or reply was brought to a customer, or refused by it.',
    fr: 'Un rapport ou une réponse a été porté à un client, ou refusé par lui.',
  },
  'smpp.delivery_unsettled': {
    at: ['warn'],
    en: 'What became of a delivery could not be stored: it is brought again.',
    fr: 'L’issue d’une livraison n’a pu être enregistrée : elle est portée à nouveau.',
  },
  'smpp.deliveries_over': {
    at: ['warn'],
    en: 'Undelivered receipts and replies of an SMPP user have expired.',
    fr: 'Des accusés et réponses non remis d’un utilisateur SMPP ont expiré.',
  },
  'smpp.tries_uncounted': {
    at: ['warn'],
    en: 'A try of a password could not be counted for all processes; this one counts alone.',
    fr: 'Un essai de mot de passe n’a pu être compté pour tous les processus ; celui-ci compte seul.',
  },
  'smpp.tries_not_swept': {
    at: ['warn'],
    en: 'Counts of tries that are over could not be removed.',
    fr: 'Les comptes d’essais révolus n’ont pu être supprimés.',
  },
  'smpp.lane_unreadable': {
    at: ['warn'],
    en: 'The pending deliveries of an SMPP user could not be read; next attempt soon.',
    fr: 'Les envois en attente d’un utilisateur SMPP n’ont pu être lus ; nouvelle tentative sous peu.',
  },
  'smpp.certificate_renewed': {
    at: ['info'],
    en: 'A new certificate of the SMPP port is in use.',
    fr: 'Un nouveau certificat du port SMPP est en usage.',
  },
  'smpp.certificate_not_renewed': {
    at: ['warn'],
    en: 'The files of the SMPP port’s certificate have changed and cannot be used.',
    fr: 'Les fichiers du certificat du port SMPP ont changé et sont inutilisables.',
  },
  'smpp.certificate_ending': {
    at: ['warn'],
    en: 'The certificate of the SMPP port ends in `days`: said with the start, then daily.',
    fr: 'Le certificat du port SMPP prend fin dans `days` : dit au démarrage, puis chaque jour.',
  },
  'smpp.certificate_expired': {
    at: ['error'],
    en: 'The certificate of the SMPP port is over.',
    fr: 'Le certificat du port SMPP est périmé.',
  },
  'simulator.bound': {
    at: ['info'],
    en: 'Somebody is bound to the built-in operator.',
    fr: 'Quelqu’un est lié à l’opérateur intégré.',
  },
  'simulator.unbound': {
    at: ['info'],
    en: 'A bind of the built-in operator has ended.',
    fr: 'Une liaison de l’opérateur intégré a pris fin.',
  },
  'simulator.fault': {
    at: ['info'],
    en: 'The built-in operator plays a fault, or stops playing one.',
    fr: 'L’opérateur intégré joue une panne, ou cesse d’en jouer une.',
  },
  'simulator.pdu_refused': {
    at: ['debug'],
    en: 'The built-in operator was sent what is no PDU.',
    fr: 'L’opérateur intégré a reçu ce qui n’est pas un PDU.',
  },
  'simulator.not_kept': {
    at: ['error'],
    en: 'The built-in operator could not store what it owes.',
    fr: 'L’opérateur intégré n’a pu enregistrer ce qu’il doit.',
  },
  'simulator.not_forgotten': {
    at: ['warn'],
    en: 'The built-in operator could not drop what it has brought.',
    fr: 'L’opérateur intégré n’a pu oublier ce qu’il a porté.',
  },
  'simulator.call_failed': {
    at: ['error'],
    en: 'A call of a built-in phone broke.',
    fr: 'Un appel d’un téléphone intégré s’est cassé.',
  },
  'simulator.phone_failed': {
    at: ['error'],
    en: 'A built-in phone could not take a call.',
    fr: 'Un téléphone intégré n’a pu prendre un appel.',
  },
  'mail_catcher.moved': {
    at: ['warn'],
    en: 'The port of the mail catcher was taken: it listens at another one.',
    fr: 'Le port de la boîte intégrée était pris : elle écoute sur un autre.',
  },
  'mail_catcher.not_returned': {
    at: ['warn'],
    en: 'What a mailbox of `parley.test` sends back could not be sent.',
    fr: 'Ce que renvoie une boîte de `parley.test` n’a pu être envoyé.',
  },
} as const satisfies LogEvents;
