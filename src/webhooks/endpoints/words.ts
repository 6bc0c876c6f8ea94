/** What people are told of webhook endpoints. */
import type { NounWords, Sentence } from '#core/words.ts';

export const endpointForms = {
  url: { en: 'a URL of at most 4,096 characters', fr: 'une URL de 4 096 caractères au plus' },
  kinds: {
    en: 'kinds of events with commas between, such as dlr,reply: reply, reply.short, reply.long, stop, dlr, email, email.…, suppression and suppression.…; or all',
    fr: 'des sortes d’événements séparées par des virgules, comme dlr,reply : reply, reply.short, reply.long, stop, dlr, email, email.…, suppression et suppression.… ; ou all',
  },
  schedule: {
    en: 'whole seconds with commas between, up to 20 of them and 72 hours in all, or usual',
    fr: 'des secondes entières séparées par des virgules, 20 au plus et 72 heures en tout, ou usual',
  },
  headers: {
    en: 'headers, a "Name: value" on each line',
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
      en: 'Says whether a request is signed with a secret; if not, what is wrong with it.',
      fr: 'Dit si une requête est signée par un secret ; sinon, ce qui ne va pas.',
    },
    'endpoint list': {
      en: 'Lists where the webhooks of an account go, what each is owed, and whether it fails.',
      fr: 'Liste où vont les webhooks d’un compte, ce qui est dû à chacun, et s’il échoue.',
    },
    'endpoint show': {
      en: 'Shows an endpoint, how it does, and how much it is owed.',
      fr: 'Montre un point de terminaison, comment il va, et ce qui lui est dû.',
    },
    'endpoint add': {
      en: "Adds a URL that gets a copy of an account's events, and shows its secret once; 20 at most.",
      fr: 'Ajoute une URL qui reçoit une copie des événements d’un compte, et montre son secret une fois ; 20 au plus.',
    },
    'endpoint set': {
      en: 'Changes an endpoint; its deliveries follow at once.',
      fr: 'Change un point de terminaison ; ses livraisons suivent aussitôt.',
    },
    'endpoint remove': {
      en: 'Removes an endpoint; what it is owed is dropped.',
      fr: 'Retire un point de terminaison ; ce qui lui est dû est abandonné.',
    },
    'endpoint pause': {
      en: 'Sends nothing to an endpoint until it is resumed; what it is owed is kept.',
      fr: 'N’envoie plus rien à un point de terminaison avant sa reprise ; ce qui lui est dû est gardé.',
    },
    'endpoint resume': {
      en: 'Sends again to an endpoint that was paused or disabled.',
      fr: 'Envoie de nouveau à un point de terminaison suspendu ou désactivé.',
    },
    'endpoint skip': {
      en: 'Drops the one event that the others of an endpoint in strict order wait for.',
      fr: 'Abandonne l’événement que les autres d’un point de terminaison en ordre strict attendent.',
    },
    'endpoint secret': {
      en: 'Shows, once, the secret of an endpoint that a request’s URL has made.',
      fr: 'Montre, une fois, le secret d’un point de terminaison né de l’URL d’une requête.',
    },
    'endpoint rotate': {
      en: 'Makes a new signing secret, which is shown this once; the old one signs for a while.',
      fr: 'Crée un nouveau secret de signature, montré cette seule fois ; l’ancien signe encore un temps.',
    },
    'endpoint revoke': {
      en: 'Ends all secrets of an endpoint but the newest, now.',
      fr: 'Met fin à tous les secrets d’un point de terminaison sauf le plus récent, maintenant.',
    },
    'endpoint test': {
      en: 'Posts a signed sample to an endpoint, once, and shows what came back.',
      fr: 'Envoie un exemple signé à un point de terminaison, une fois, et montre ce qui est revenu.',
    },
    'endpoint sign': {
      en: 'Has an endpoint’s webhooks signed in further ways, beside the usual one.',
      fr: 'Fait signer les webhooks d’un point de terminaison d’autres façons, en plus de l’habituelle.',
    },
    'endpoint figures': {
      en: 'Counts the attempts at an endpoint, and how long they took, by hour or day.',
      fr: 'Compte les tentatives vers un point de terminaison, et leur durée, par heure ou par jour.',
    },
    'endpoint attempts': {
      en: 'Lists what an endpoint did not take, newest first, or all attempts of one event.',
      fr: 'Liste ce qu’un point de terminaison n’a pas pris, le plus récent d’abord, ou toutes les tentatives d’un événement.',
    },
    'endpoint deliveries': {
      en: 'Lists the last ten attempts at an endpoint, with the kind of each event.',
      fr: 'Liste les dix dernières tentatives vers un point de terminaison, avec la sorte de chaque événement.',
    },
    'endpoint replay': {
      en: 'Sends events to an endpoint again: one, or those since a while ago that fit.',
      fr: 'Renvoie des événements à un point de terminaison : un seul, ou ceux depuis un moment qui conviennent.',
    },
    'endpoint replays': {
      en: 'Lists the last replays of an account, newest first.',
      fr: 'Liste les derniers renvois d’un compte, les plus récents d’abord.',
    },
    'endpoint replay-cancel': {
      en: 'Ends a replay: what it has made is sent, nothing more is made.',
      fr: 'Met fin à un renvoi : ce qu’il a préparé part, rien de plus n’est préparé.',
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
    events: {
      shape: 'KINDS',
      says: 'Which events it takes, such as dlr,reply; all unless said.',
    },
    maxInFlight: {
      shape: 'COUNT',
      says: 'Requests at a time, 1 to 64. Default: 8.',
      flag: 'atOnce',
    },
    ratePerSecond: {
      shape: 'COUNT',
      says: 'Requests a second; none for no limit.',
      flag: 'rate',
    },
    ordering: {
      shape: 'ORDER',
      says: 'key: those of one message one after the other; strict: all, one at a time.',
      flag: 'order',
    },
    timeoutMs: {
      shape: 'MS',
      says: 'How long an answer may take. Default: 15000.',
      flag: 'timeout',
    },
    schedule: { shape: 'SECONDS', says: 'The delays between attempts.' },
    headers: {
      shape: 'FILE',
      says: 'Headers to send besides ours, a "Name: value" on each line.',
      flag: 'headersFile',
    },
    ca: {
      shape: 'FILE',
      says: 'In PEM, the only authority that its certificate may be of.',
      flag: 'caFile',
    },
    certificate: {
      shape: 'FILE',
      says: 'Our certificate in PEM, for a receiver that asks.',
      flag: 'certificateFile',
    },
    key: { shape: 'FILE', says: 'Its key in PEM.', flag: 'keyFile' },
    autoDisable: {
      shape: 'on|off',
      says: 'Whether it is disabled when it took nothing for five days.',
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
      en: '{.until} must come after {.since}, {max} days behind it at the most.',
      fr: '{.until} doit venir après {.since}, de {max} jours au plus.',
      fix: {
        en: 'Name a shorter time, or days as steps.',
        fr: 'Nommez une période plus courte, ou des jours comme pas.',
      },
    },
    'endpoint is not there': {
      kind: 'unknown',
      en: 'There is no endpoint {endpoint}.',
      fr: 'Il n’y a pas de point de terminaison {endpoint}.',
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
      en: 'Say what is to change.',
      fr: 'Dites ce qui doit changer.',
      fix: { en: 'Name a setting.', fr: 'Nommez un réglage.' },
    },
    'too many endpoints': {
      kind: 'conflict',
      en: 'The account has {max} such endpoints already.',
      fr: 'Le compte a déjà {max} points de terminaison de cette sorte.',
      fix: {
        en: 'Remove an unused endpoint.',
        fr: 'Supprimez un point de terminaison inutilisé.',
      },
    },
    'endpoint is held': {
      kind: 'conflict',
      en: 'Endpoint {endpoint} is not active.',
      fr: 'Le point de terminaison {endpoint} n’est pas actif.',
      fix: {
        en: '`parley endpoint resume` makes it go on.',
        fr: '`parley endpoint resume` le fait reprendre.',
      },
    },
    'endpoint is active': {
      kind: 'conflict',
      en: 'Endpoint {endpoint} is active already.',
      fr: 'Le point de terminaison {endpoint} est déjà actif.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'two ways to go on': {
      kind: 'invalid',
      en: '{.send} and {.newerThan} exclude each other.',
      fr: '{.send} et {.newerThan} s’excluent.',
      fix: { en: 'Name one of them.', fr: 'Nommez l’un des deux.' },
    },
    'say one event or since when': {
      kind: 'invalid',
      en: 'Say {.event} or {.since}.',
      fr: 'Dites {.event} ou {.since}.',
      fix: { en: 'Name one of them.', fr: 'Nommez l’un des deux.' },
    },
    'replay is under way': {
      kind: 'conflict',
      en: 'A replay to endpoint {endpoint} is under way already.',
      fr: 'Un renvoi vers le point de terminaison {endpoint} est déjà en cours.',
      fix: {
        en: 'Wait for its end, which `parley endpoint replays` tells.',
        fr: 'Attendez sa fin, que rapporte `parley endpoint replays`.',
      },
    },
    'replay is not under way': {
      kind: 'unknown',
      en: 'No replay {replay} of account {account} is under way.',
      fr: 'Aucun renvoi {replay} du compte {account} n’est en cours.',
      fix: {
        en: '`parley endpoint replays` lists the last ones.',
        fr: '`parley endpoint replays` liste les derniers.',
      },
    },
    'nothing to skip': {
      kind: 'conflict',
      en: 'Endpoint {endpoint} is owed nothing.',
      fr: 'Rien n’est dû au point de terminaison {endpoint}.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'secret was shown': {
      kind: 'conflict',
      en: 'The secret of endpoint {endpoint} has been shown: "parley endpoint rotate {endpoint}" makes another.',
      fr: 'Le secret du point de terminaison {endpoint} a été montré : « parley endpoint rotate {endpoint} » en crée un autre.',
      fix: { en: 'Make a new one.', fr: 'Créez-en un nouveau.' },
    },
    'too many secrets': {
      kind: 'conflict',
      en: '{max} secrets of endpoint {endpoint} sign: revoke the old ones first.',
      fr: '{max} secrets du point de terminaison {endpoint} signent : révoquez d’abord les anciens.',
      fix: {
        en: 'End the old ones with `parley endpoint revoke`.',
        fr: 'Mettez fin aux anciens avec `parley endpoint revoke`.',
      },
    },
    'endpoint was changed meanwhile': {
      kind: 'conflict',
      en: 'Endpoint {endpoint} was changed meanwhile: try again.',
      fr: 'Le point de terminaison {endpoint} a été changé entre-temps : réessayez.',
      fix: {
        en: 'Read the endpoint, then repeat the change.',
        fr: 'Lisez le point de terminaison, puis répétez la modification.',
      },
    },
    'too many tests': {
      kind: 'unavailable',
      en: 'Too many tests were made: try again in a minute.',
      fr: 'Trop d’essais ont été faits : réessayez dans une minute.',
      fix: { en: 'Wait a minute.', fr: 'Attendez une minute.' },
    },
  },
} as const satisfies NounWords;
