/** What people are told of webhook endpoints. */
import type { NounWords, Sentence } from '#core/words.ts';

export const endpointForms = {
  url: { en: 'a URL of at most 4,096 characters', fr: 'une URL de 4 096 caractères au plus' },
  kinds: {
    en: 'event types separated by commas, such as dlr,reply: reply, reply.short, reply.long, stop, dlr, email, email.…, suppression and suppression.…; or all',
    fr: 'des types d’événements séparés par des virgules, comme dlr,reply : reply, reply.short, reply.long, stop, dlr, email, email.…, suppression et suppression.… ; ou all',
  },
  schedule: {
    en: 'whole seconds separated by commas, up to 20 values and 72 hours in total, or usual',
    fr: 'des secondes entières séparées par des virgules, 20 valeurs et 72 heures au total au plus, ou usual',
  },
  headers: {
    en: 'headers, one "Name: value" per line',
    fr: 'des en-têtes, un « Nom: valeur » par ligne',
  },
  certificate: {
    en: 'a text in PEM of at most 65,536 characters',
    fr: 'un texte en PEM de 65 536 caractères au plus',
  },
  secret: {
    en: 'whsec_ and the base64 of 24 to 64 bytes',
    fr: 'whsec_ suivi du base64 de 24 à 64 octets',
  },
  overlap: { en: '1h to 7d, such as 24h', fr: '1h à 7d, comme 24h' },
} satisfies Record<string, Sentence>;

export const endpointWords = {
  does: {
    'endpoint check-request': {
      en: 'Verifies the signature of a request with a secret, and shows what is wrong with it.',
      fr: 'Vérifie la signature d’une requête avec un secret, et montre ce qui ne va pas.',
    },
    'endpoint list': {
      en: 'Lists the webhook endpoints of an account, with their pending deliveries and state.',
      fr: 'Liste les points de terminaison webhook d’un compte, avec leurs envois en attente et leur état.',
    },
    'endpoint show': {
      en: 'Shows an endpoint with its state and its pending deliveries.',
      fr: 'Montre un point de terminaison avec son état et ses envois en attente.',
    },
    'endpoint add': {
      en: "Adds an endpoint that gets a copy of an account's events, and shows its secret once; at most 20.",
      fr: 'Ajoute un point de terminaison qui reçoit une copie des événements d’un compte, et montre son secret une fois ; 20 au plus.',
    },
    'endpoint set': {
      en: 'Changes an endpoint; the change applies at once.',
      fr: 'Modifie un point de terminaison ; la modification s’applique aussitôt.',
    },
    'endpoint remove': {
      en: 'Removes an endpoint and its pending deliveries.',
      fr: 'Supprime un point de terminaison et ses envois en attente.',
    },
    'endpoint pause': {
      en: 'Pauses an endpoint until it is resumed; pending deliveries are kept.',
      fr: 'Met un point de terminaison en pause jusqu’à sa reprise ; les envois en attente sont gardés.',
    },
    'endpoint resume': {
      en: 'Resumes a paused or disabled endpoint.',
      fr: 'Reprend un point de terminaison en pause ou désactivé.',
    },
    'endpoint skip': {
      en: 'Drops the first event of a strictly ordered endpoint, so that the next ones are sent.',
      fr: 'Abandonne le premier événement d’un point de terminaison à ordre strict, pour que les suivants partent.',
    },
    'endpoint secret': {
      en: 'Shows the secret of an endpoint created by a request’s URL, only once.',
      fr: 'Montre, une seule fois, le secret d’un point de terminaison créé par l’URL d’une requête.',
    },
    'endpoint rotate': {
      en: 'Creates a new signing secret, which is shown only once; the old one also signs for a while.',
      fr: 'Crée un nouveau secret de signature, montré une seule fois ; l’ancien signe encore un temps.',
    },
    'endpoint revoke': {
      en: 'Revokes all secrets of an endpoint except the newest, at once.',
      fr: 'Révoque aussitôt tous les secrets d’un point de terminaison sauf le plus récent.',
    },
    'endpoint test': {
      en: 'Sends a signed sample to an endpoint once, and shows the response.',
      fr: 'Envoie une fois un exemple signé à un point de terminaison, et montre la réponse.',
    },
    'endpoint sign': {
      en: 'Adds further signature formats to the webhooks of an endpoint.',
      fr: 'Ajoute d’autres formats de signature aux webhooks d’un point de terminaison.',
    },
    'endpoint figures': {
      en: 'Counts the attempts to an endpoint and their duration, by hour or day.',
      fr: 'Compte les tentatives vers un point de terminaison, et leur durée, par heure ou par jour.',
    },
    'endpoint attempts': {
      en: 'Lists the failed attempts to an endpoint, newest first, or all attempts for one event.',
      fr: 'Liste les tentatives échouées vers un point de terminaison, les plus récentes d’abord, ou toutes les tentatives d’un événement.',
    },
    'endpoint deliveries': {
      en: 'Lists the last ten attempts to an endpoint, with their event types.',
      fr: 'Liste les dix dernières tentatives vers un point de terminaison, avec leurs types d’événements.',
    },
    'endpoint replay': {
      en: 'Replays events to an endpoint: one event, or all matching events since a given time.',
      fr: 'Renvoie des événements à un point de terminaison : un seul, ou tous ceux qui correspondent depuis une heure donnée.',
    },
    'endpoint replays': {
      en: 'Lists the last replays of an account, newest first.',
      fr: 'Liste les derniers renvois d’un compte, les plus récents d’abord.',
    },
    'endpoint replay-cancel': {
      en: 'Stops a replay: deliveries already queued are sent, no more are added.',
      fr: 'Arrête un renvoi : les envois déjà en file partent, aucun n’est ajouté.',
    },
  },
  fields: {
    by: { shape: 'STEP', says: 'In these steps, of the account’s zone.' },
    endpoint: { shape: 'ID', says: 'The endpoint.' },
    source: { shape: 'SOURCE', says: 'Only these.' },
    url: { shape: 'URL', says: 'Where its events go.' },
    secret: { shape: 'SECRET', says: 'The secret' },
    overlap: { shape: 'TIME', says: 'How long the old one signs, 1h to 7d. Default: 24h.' },
    kind: { shape: 'KIND', says: 'Of which kind.', flag: 'event' },
    events: { shape: 'KINDS', says: 'Event types, such as dlr,reply. Default: all.' },
    maxInFlight: {
      shape: 'COUNT',
      says: 'Concurrent requests, 1 to 64. Default: 8.',
      flag: 'atOnce',
    },
    ratePerSecond: { shape: 'COUNT', says: 'Requests a second; none for no limit.', flag: 'rate' },
    ordering: {
      shape: 'ORDER',
      says: 'key: events of one message in order; strict: all events in order, one at a time.',
      flag: 'order',
    },
    timeoutMs: { shape: 'MS', says: 'Time limit for a response. Default: 15000.', flag: 'timeout' },
    schedule: { shape: 'SECONDS', says: 'The delays between attempts.' },
    headers: {
      shape: 'FILE',
      says: 'Additional headers, one "Name: value" per line.',
      flag: 'headersFile',
    },
    ca: {
      shape: 'FILE',
      says: 'The only certificate authority to trust for this endpoint, in PEM.',
      flag: 'caFile',
    },
    certificate: { shape: 'FILE', says: 'Client certificate in PEM.', flag: 'certificateFile' },
    key: { shape: 'FILE', says: 'Its key in PEM.', flag: 'keyFile' },
    autoDisable: {
      shape: 'on|off',
      says: 'Disables the endpoint after five days of failures.',
      flag: 'giveUp',
    },
    send: { shape: 'WHAT', says: 'all or none of what it is owed. Default: all.' },
    newerThan: { shape: 'TIME', says: 'Only what is not older than this, such as 1h.' },
    signatures: {
      shape: 'WAYS',
      says: 'v1a (ed25519), hub (X-Hub-Signature-256), rfc9421 (ed25519), rfc9421-hmac; or none.',
      flag: 'with',
    },
    event: { shape: 'ID', says: 'This event alone.' },
    after: { shape: 'ID', says: 'Begins behind this attempt.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    since: { shape: 'TIME', says: 'Those since then, such as 24h.' },
    until: { shape: 'TIME', says: 'Those until then. Default: now.' },
    outcome: { shape: 'OUTCOME', says: 'undelivered, delivered or any.' },
    kinds: { shape: 'KINDS', says: 'Of these kinds.' },
    phone: { shape: 'PHONE', says: 'Of this phone.' },
    replay: { shape: 'ID', says: 'The replay, as endpoint replay has said.' },
  },
  refusals: {
    'time does not fit': {
      kind: 'invalid',
      en: '{.until} must be after {.since}, by at most {max} days.',
      fr: '{.until} doit être après {.since}, de {max} jours au plus.',
      fix: {
        en: 'Choose a shorter period, or group by day.',
        fr: 'Choisissez une période plus courte, ou groupez par jour.',
      },
    },
    'endpoint is not there': {
      kind: 'unknown',
      en: 'Endpoint {endpoint} does not exist.',
      fr: 'Le point de terminaison {endpoint} n’existe pas.',
      fix: {
        en: '`parley endpoint list` lists those of an account.',
        fr: '`parley endpoint list` liste ceux d’un compte.',
      },
    },
    'endpoint field is refused': {
      kind: 'invalid',
      en: '{.{name}} {reason}.',
      fr: '{.{name}} est refusé : {reason}.',
      fix: {
        en: 'Correct the field according to the reason.',
        fr: 'Corrigez le champ selon la raison donnée.',
      },
    },
    'endpoint would not change': {
      kind: 'invalid',
      en: 'Nothing to change was given.',
      fr: 'Aucun changement n’a été indiqué.',
      fix: { en: 'Give at least one setting.', fr: 'Indiquez au moins un réglage.' },
    },
    'too many endpoints': {
      kind: 'conflict',
      en: 'The account already has the maximum of {max} endpoints.',
      fr: 'Le compte a déjà le maximum de {max} points de terminaison.',
      fix: { en: 'Remove an unused endpoint.', fr: 'Supprimez un point de terminaison inutilisé.' },
    },
    'endpoint is held': {
      kind: 'conflict',
      en: 'Endpoint {endpoint} is not active.',
      fr: 'Le point de terminaison {endpoint} n’est pas actif.',
      fix: {
        en: 'To resume it, use `parley endpoint resume`.',
        fr: 'Pour le reprendre, utilisez `parley endpoint resume`.',
      },
    },
    'endpoint is active': {
      kind: 'conflict',
      en: 'Endpoint {endpoint} is already active.',
      fr: 'Le point de terminaison {endpoint} est déjà actif.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'two ways to go on': {
      kind: 'invalid',
      en: '{.send} and {.newerThan} exclude each other.',
      fr: '{.send} et {.newerThan} s’excluent.',
      fix: { en: 'Remove one of the two.', fr: 'Retirez l’un des deux.' },
    },
    'say one event or since when': {
      kind: 'invalid',
      en: 'Give {.event} or {.since}.',
      fr: 'Indiquez {.event} ou {.since}.',
      fix: { en: 'Remove one of the two.', fr: 'Retirez l’un des deux.' },
    },
    'replay is under way': {
      kind: 'conflict',
      en: 'A replay to endpoint {endpoint} is already in progress.',
      fr: 'Un renvoi vers le point de terminaison {endpoint} est déjà en cours.',
      fix: {
        en: 'Wait until it ends. `parley endpoint replays` shows its progress.',
        fr: 'Attendez la fin. `parley endpoint replays` montre l’avancement.',
      },
    },
    'replay is not under way': {
      kind: 'unknown',
      en: 'Replay {replay} of account {account} is not in progress.',
      fr: 'Le renvoi {replay} du compte {account} n’est pas en cours.',
      fix: {
        en: '`parley endpoint replays` lists the last ones.',
        fr: '`parley endpoint replays` liste les derniers.',
      },
    },
    'nothing to skip': {
      kind: 'conflict',
      en: 'Endpoint {endpoint} has no pending deliveries.',
      fr: 'Le point de terminaison {endpoint} n’a aucun envoi en attente.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'secret was shown': {
      kind: 'conflict',
      en: 'The secret of endpoint {endpoint} was already shown. It is shown only once; `endpoint rotate` makes a new one.',
      fr: 'Le secret du point de terminaison {endpoint} a déjà été montré. Il n’est montré qu’une fois ; `endpoint rotate` en crée un nouveau.',
      fix: {
        en: 'Create a new one with `parley endpoint rotate`.',
        fr: 'Créez-en un nouveau avec `parley endpoint rotate`.',
      },
    },
    'too many secrets': {
      kind: 'conflict',
      en: 'Endpoint {endpoint} already has {max} active secrets. Revoke the old ones first.',
      fr: 'Le point de terminaison {endpoint} a déjà {max} secrets actifs. Révoquez d’abord les anciens.',
      fix: {
        en: 'Revoke the old ones with `parley endpoint revoke`.',
        fr: 'Révoquez les anciens avec `parley endpoint revoke`.',
      },
    },
    'endpoint was changed meanwhile': {
      kind: 'conflict',
      en: 'Somebody else has just changed endpoint {endpoint}. Read it again before you change it.',
      fr: 'Quelqu’un d’autre vient de modifier le point de terminaison {endpoint}. Relisez-le avant de le modifier.',
      fix: {
        en: 'Read the endpoint, then repeat the change.',
        fr: 'Lisez le point de terminaison, puis répétez la modification.',
      },
    },
    'too many tests': {
      kind: 'unavailable',
      en: 'The account has sent too many test events. Try again in a minute.',
      fr: 'Le compte a envoyé trop d’événements de test. Réessayez dans une minute.',
      fix: { en: 'Wait a minute.', fr: 'Attendez une minute.' },
    },
  },
} as const satisfies NounWords;
