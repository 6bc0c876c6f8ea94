/** Lines of the log: what clients, people and the built-in pages ask for. */
import type { LogEvents } from './log-event.ts';

export const requestsEvents = {
  'request.answered': {
    at: ['debug'],
    en: 'A request was answered: `requestId`, `clientRequestId` (if the client sent one), `method`, `path` (of the command, never as the client wrote it), `account`, `network` (of the client, as /16 or /32), `status`, `durationMs`, `bytes` of the response.',
    fr: 'Une requête a reçu sa réponse : `requestId`, `clientRequestId` (si le client en a envoyé un), `method`, `path` (celui de la commande, jamais tel que le client l’a écrit), `account`, `network` (celui du client, en /16 ou /32), `status`, `durationMs`, `bytes` de la réponse.',
  },
  'request.refused': {
    at: ['info'],
    en: 'A request was refused: the fields of `request.answered`, with `code` and `refusal`. At most 100 lines per second; `refusals.counted` gives the number of the others.',
    fr: 'Une requête a été refusée : les champs de `request.answered`, avec `code` et `refusal`. Au plus 100 lignes par seconde ; `refusals.counted` donne le nombre des autres.',
  },
  'refusals.counted': {
    at: ['info'],
    en: 'Number of refused requests in the previous second that were not logged: `unwritten`.',
    fr: 'Nombre de requêtes refusées pendant la seconde précédente qui n’ont pas été journalisées : `unwritten`.',
  },
  'requests.lost': {
    at: ['warn'],
    en: 'The request log could not be stored: `rows` entries are lost, and further ones until storage recovers. The requests themselves were answered.',
    fr: 'Le journal des requêtes n’a pu être enregistré : `rows` entrées sont perdues, comme les suivantes jusqu’au retour du stockage. Les requêtes elles-mêmes ont reçu leur réponse.',
  },
  'request.postponed': {
    at: ['warn'],
    en: 'Storage was unavailable: the client received 503 with Retry-After.',
    fr: 'Le stockage était indisponible : le client a reçu 503 avec Retry-After.',
  },
  'request.outcome_unknown': {
    at: ['error'],
    en: 'The database connection was lost while a request was committed, and the server could not say whether the commit succeeded: the client received 500.',
    fr: 'La connexion à la base a été perdue pendant la validation d’une requête, et le serveur n’a pu dire si elle a réussi : le client a reçu 500.',
  },
  'request.failed': {
    at: ['error'],
    en: 'A request failed by an internal error: the client received 500. `frames` shows where.',
    fr: 'Une requête a échoué par une erreur interne : le client a reçu 500. `frames` montre où.',
  },
  'http.certificate_renewed': {
    at: ['info'],
    en: 'The HTTP port uses a new certificate.',
    fr: 'Le port HTTP utilise un nouveau certificat.',
  },
  'http.certificate_not_renewed': {
    at: ['warn'],
    en: 'The certificate files of the HTTP port have changed but cannot be used; the previous certificate stays in use.',
    fr: 'Les fichiers de certificat du port HTTP ont changé mais sont inutilisables ; le certificat précédent reste en usage.',
  },
  'http.certificate_ending': {
    at: ['warn'],
    en: 'The certificate of the HTTP port expires in `days`. Logged at startup and then daily.',
    fr: 'Le certificat du port HTTP expire dans `days`. Journalisé au démarrage, puis chaque jour.',
  },
  'http.certificate_expired': {
    at: ['error'],
    en: 'The certificate of the HTTP port has expired.',
    fr: 'Le certificat du port HTTP a expiré.',
  },
  'live.stream_broken': {
    at: ['info'],
    en: 'The live updates of a dashboard page were interrupted.',
    fr: 'Les mises à jour en direct d’une page ont été interrompues.',
  },
  'events.stream_broken': {
    at: ['info'],
    en: 'An event stream to a client was interrupted.',
    fr: 'Un flux d’événements vers un client a été interrompu.',
  },
  'events.unreadable': {
    at: ['info'],
    en: 'Events could not be read; next attempt soon.',
    fr: 'Les événements n’ont pu être lus ; nouvelle tentative sous peu.',
  },
  'phone_line.failed': {
    at: ['error'],
    en: 'The phone on a dashboard page failed.',
    fr: 'Le téléphone d’une page a échoué.',
  },
  'phone_line.no_sample': {
    at: ['error'],
    en: 'The phone on a dashboard page could not play its sample sentence.',
    fr: 'Le téléphone d’une page n’a pu dire sa phrase d’exemple.',
  },
  'phone_line.unchecked': {
    at: ['warn'],
    en: 'The session of a person using the phone on a page could not be checked; the call was ended.',
    fr: 'La session d’une personne au téléphone d’une page n’a pu être vérifiée ; l’appel a été terminé.',
  },
  'limit.exceeded': {
    at: ['warn'],
    en: 'A limit was exceeded. Phone numbers in `subject` are masked.',
    fr: 'Une limite a été dépassée. Les numéros de téléphone de `subject` sont masqués.',
  },
  'limits.unwritten': {
    at: ['warn'],
    en: 'The counts of limits could not be shared with other processes; next attempt soon.',
    fr: 'Les compteurs des limites n’ont pu être partagés avec les autres processus ; nouvelle tentative sous peu.',
  },
  'audit.failed': {
    at: ['warn'],
    en: 'An entry of the audit log could not be stored.',
    fr: 'Une entrée du journal d’audit n’a pu être enregistrée.',
  },
} as const satisfies LogEvents;
