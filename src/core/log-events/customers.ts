/** Lines of the log: accounts that bind to us by SMPP, and the built-in operator. */
import type { LogEvents } from './log-event.ts';

export const customersEvents = {
  'smpp.bound': {
    at: ['info'],
    en: 'A customer has bound: `systemId`.',
    fr: 'Un client s’est lié : `systemId`.',
  },
  'smpp.unbound': {
    at: ['info'],
    en: 'A customer’s bind ended: `reason`.',
    fr: 'La liaison d’un client a pris fin : `reason`.',
  },
  'smpp.bind_refused': {
    at: ['warn'],
    en: 'A customer’s bind was refused: `status`.',
    fr: 'La liaison d’un client a été refusée : `status`.',
  },
  'smpp.bind_not_closed': {
    at: ['warn'],
    en: 'The row of a bind that ended could not be removed.',
    fr: 'La ligne d’une liaison terminée n’a pu être supprimée.',
  },
  'smpp.pdu_refused': {
    at: ['info'],
    en: 'A PDU of a customer could not be processed.',
    fr: 'Un PDU d’un client n’a pu être traité.',
  },
  'smpp.submit_refused': {
    at: ['info'],
    en: 'A customer’s submit was refused: `why`.',
    fr: 'La soumission d’un client a été refusée : `why`.',
  },
  'smpp.submit_uncommitted': {
    at: ['warn'],
    en: 'A customer’s submit could not be stored; the customer received a system error.',
    fr: 'La soumission d’un client n’a pu être enregistrée ; le client a reçu une erreur système.',
  },
  'smpp.delivery': {
    at: ['debug', 'info'],
    en: 'A delivery receipt or reply was delivered to a customer, or refused by it.',
    fr: 'Un accusé de réception ou une réponse a été remis à un client, ou refusé par lui.',
  },
  'smpp.delivery_unsettled': {
    at: ['warn'],
    en: 'The result of a delivery to a customer could not be stored; it is delivered again.',
    fr: 'Le résultat d’une remise à un client n’a pu être enregistré ; elle sera refaite.',
  },
  'smpp.deliveries_over': {
    at: ['warn'],
    en: 'Undelivered receipts and replies of an SMPP user have expired.',
    fr: 'Des accusés et réponses non remis d’un utilisateur SMPP ont expiré.',
  },
  'smpp.tries_uncounted': {
    at: ['warn'],
    en: 'A failed password attempt could not be shared with other processes; only this process counts it.',
    fr: 'Une tentative de mot de passe échouée n’a pu être partagée avec les autres processus ; celui-ci seul la compte.',
  },
  'smpp.tries_not_swept': {
    at: ['warn'],
    en: 'Expired counts of failed password attempts could not be removed.',
    fr: 'Les compteurs expirés de tentatives de mot de passe n’ont pu être supprimés.',
  },
  'smpp.lane_unreadable': {
    at: ['warn'],
    en: 'The pending deliveries of an SMPP user could not be read; next attempt soon.',
    fr: 'Les envois en attente d’un utilisateur SMPP n’ont pu être lus ; nouvelle tentative sous peu.',
  },
  'smpp.certificate_renewed': {
    at: ['info'],
    en: 'The SMPP port uses a new certificate.',
    fr: 'Le port SMPP utilise un nouveau certificat.',
  },
  'smpp.certificate_not_renewed': {
    at: ['warn'],
    en: 'The certificate files of the SMPP port have changed but cannot be used; the previous certificate stays in use.',
    fr: 'Les fichiers de certificat du port SMPP ont changé mais sont inutilisables ; le certificat précédent reste en usage.',
  },
  'smpp.certificate_ending': {
    at: ['warn'],
    en: 'The certificate of the SMPP port expires in `days`. Logged at startup and then daily.',
    fr: 'Le certificat du port SMPP expire dans `days`. Journalisé au démarrage, puis chaque jour.',
  },
  'smpp.certificate_expired': {
    at: ['error'],
    en: 'The certificate of the SMPP port has expired.',
    fr: 'Le certificat du port SMPP a expiré.',
  },
  'simulator.bound': {
    at: ['info'],
    en: 'A client has bound to the built-in operator.',
    fr: 'Un client s’est lié à l’opérateur intégré.',
  },
  'simulator.unbound': {
    at: ['info'],
    en: 'A bind to the built-in operator ended.',
    fr: 'Une liaison à l’opérateur intégré a pris fin.',
  },
  'simulator.fault': {
    at: ['info'],
    en: 'A simulated fault of the built-in operator began or ended.',
    fr: 'Une panne simulée de l’opérateur intégré a commencé ou pris fin.',
  },
  'simulator.pdu_refused': {
    at: ['debug'],
    en: 'The built-in operator received an invalid PDU.',
    fr: 'L’opérateur intégré a reçu un PDU invalide.',
  },
  'simulator.not_kept': {
    at: ['error'],
    en: 'The built-in operator could not store its pending receipts and replies.',
    fr: 'L’opérateur intégré n’a pu enregistrer ses accusés et réponses en attente.',
  },
  'simulator.not_forgotten': {
    at: ['warn'],
    en: 'The built-in operator could not remove the receipts and replies that it has delivered.',
    fr: 'L’opérateur intégré n’a pu supprimer les accusés et réponses qu’il a remis.',
  },
  'simulator.call_failed': {
    at: ['error'],
    en: 'A call of a built-in phone failed by an internal error.',
    fr: 'Un appel d’un téléphone intégré a échoué par une erreur interne.',
  },
  'simulator.phone_failed': {
    at: ['error'],
    en: 'A built-in phone could not accept a call.',
    fr: 'Un téléphone intégré n’a pu accepter un appel.',
  },
  'mail_catcher.moved': {
    at: ['warn'],
    en: 'The port of the mail catcher was in use; it listens on another one.',
    fr: 'Le port de la boîte de test était occupé ; elle écoute sur un autre.',
  },
  'mail_catcher.not_returned': {
    at: ['warn'],
    en: 'The response of a `parley.test` mailbox (bounce, complaint or reply) could not be sent.',
    fr: 'La réaction d’une boîte de `parley.test` (rejet, plainte ou réponse) n’a pu être envoyée.',
  },
} as const satisfies LogEvents;
