/** Lines of the log: what clients, people and the built-in pages ask for. */
import type { LogEvents } from './log-event.ts';

export const requestsEvents = {
  'request.answered': {
    at: ['debug'],
    en: 'A request was answered: `requestId`, `clientRequestId` (the client’s own, if it sent one), `method`, `path` (the command’s, never the client’s), `account`, `network` (of the client, as /16 or /32), `status`, `durationMs`, `bytes` of the reply.',
    fr: 'Une requête a reçu sa réponse : `requestId`, `clientRequestId` (celui du client, s’il en a envoyé un), `method`, `path` (celui de la commande, jamais celui du client), `account`, `network` (celui du client, en /16 ou /32), `status`, `durationMs`, `bytes` de la réponse.',
  },
  'request.refused': {
    at: ['info'],
    en: 'The same for one that was refused, with `code` and `refusal`; a hundred lines a second, the others are counted.',
    fr: 'De même pour une requête refusée, avec `code` et `refusal` ; cent lignes par seconde, les autres sont comptées.',
  },
  'refusals.counted': {
    at: ['info'],
    en: 'So many refusals of the second before had no line: `unwritten`.',
    fr: 'Tant de refus de la seconde précédente n’ont pas eu de ligne : `unwritten`.',
  },
  'requests.lost': {
    at: ['warn'],
    en: 'The storage did not take `rows` of the log of requests: they are lost, and so are the next ones until it does. The requests themselves were answered.',
    fr: 'Le stockage n’a pas pris `rows` lignes du journal des requêtes : elles sont perdues, comme les suivantes jusqu’à ce qu’il les prenne. Les requêtes elles-mêmes ont reçu leur réponse.',
  },
  'request.postponed': {
    at: ['warn'],
    en: 'The storage could not be used: the client heard 503 and when to come back.',
    fr: 'Le stockage était inutilisable : le client a reçu 503 et le moment de revenir.',
  },
  'request.outcome_unknown': {
    at: ['error'],
    en: 'The storage was lost during the commit of a request, and did not say afterwards whether it was kept: the client heard 500.',
    fr: 'Le stockage a été perdu pendant l’enregistrement d’une requête, sans dire ensuite si elle a été gardée : le client a reçu 500.',
  },
  'request.failed': {
    at: ['error'],
    en: 'A fault of ours: the client heard 500. `frames` say where.',
    fr: 'Une faute de notre côté : le client a reçu 500. `frames` dit où.',
  },
  'http.certificate_renewed': {
    at: ['info'],
    en: 'A new certificate of the HTTP port is in use.',
    fr: 'Un nouveau certificat du port HTTP est en usage.',
  },
  'http.certificate_not_renewed': {
    at: ['warn'],
    en: 'The files of the HTTP port’s certificate have changed and cannot be used.',
    fr: 'Les fichiers du certificat du port HTTP ont changé et sont inutilisables.',
  },
  'http.certificate_ending': {
    at: ['warn'],
    en: 'The certificate of the HTTP port ends in `days`: said with the start, then daily.',
    fr: 'Le certificat du port HTTP prend fin dans `days` : dit au démarrage, puis chaque jour.',
  },
  'http.certificate_expired': {
    at: ['error'],
    en: 'The certificate of the HTTP port is over.',
    fr: 'Le certificat du port HTTP est périmé.',
  },
  'live.stream_broken': {
    at: ['info'],
    en: 'A page that follows what happens was cut off.',
    fr: 'Une page qui suit ce qui se passe a été coupée.',
  },
  'events.stream_broken': {
    at: ['info'],
    en: 'A stream of events to a client was cut off.',
    fr: 'Un flux d’événements vers un client a été coupé.',
  },
  'events.unreadable': {
    at: ['info'],
    en: 'Events could not be looked for; next attempt soon.',
    fr: 'Les événements n’ont pu être cherchés ; nouvelle tentative sous peu.',
  },
  'phone_line.failed': {
    at: ['error'],
    en: 'The phone in a page broke.',
    fr: 'Le téléphone d’une page s’est cassé.',
  },
  'phone_line.no_sample': {
    at: ['error'],
    en: 'The phone in a page could not speak its sample.',
    fr: 'Le téléphone d’une page n’a pu dire son exemple.',
  },
  'phone_line.unchecked': {
    at: ['warn'],
    en: 'The session of the person at a page’s phone could not be checked, so the call ended.',
    fr: 'Personne n’a pu dire si la personne au téléphone d’une page est encore connectée : l’appel a pris fin.',
  },
  'limit.exceeded': {
    at: ['warn'],
    en: 'A limit noticed something; phones in `subject` are shortened.',
    fr: 'Une limite a remarqué quelque chose ; les téléphones de `subject` sont abrégés.',
  },
  'limits.unwritten': {
    at: ['warn'],
    en: 'What was counted for limits could not be shared; next attempt soon.',
    fr: 'Ce qui est compté pour les limites n’a pu être partagé ; nouvelle tentative sous peu.',
  },
  'audit.failed': {
    at: ['warn'],
    en: 'A background row of the audit log could not be stored.',
    fr: 'Une ligne du journal d’audit que personne n’attendait n’a pu être enregistrée.',
  },
} as const satisfies LogEvents;
