/** The commands that manage webhook endpoints, as the document describes them. */
import type { Sentence } from '#core/words.ts';
import type { CommandNotes } from './command-note.ts';
import { instant } from './common-notes.ts';
import { anyObject, flag, list, record, text, texts, whole } from './json-schema.ts';

export const endpointId = whole({ en: 'Endpoint ID.', fr: 'Identifiant du point de terminaison.' });
const id = endpointId;
export const nbData = whole({
  en: 'Number of entries in `data`.',
  fr: 'Nombre d’entrées dans `data`.',
});
const secret = text({
  en: 'Signing secret. Default: a generated one.',
  fr: 'Secret de signature. Par défaut : un secret généré.',
});

const endpointTakes = {
  url: text(
    { en: 'URL that webhooks are sent to.', fr: 'URL à laquelle les webhooks sont envoyés.' },
    { format: 'uri' },
  ),
  events: texts({
    en: 'Event types to subscribe to; empty for all.',
    fr: 'Types d’événements reçus ; vide pour tous.',
  }),
  maxInFlight: whole(
    {
      en: 'Maximum number of requests at the same time.',
      fr: 'Nombre maximal de requêtes simultanées.',
    },
    { minimum: 0 },
  ),
  ratePerSecond: whole(
    {
      en: 'Maximum number of requests per second; 0 for no limit.',
      fr: 'Nombre maximal de requêtes par seconde ; 0 sans limite.',
    },
    { minimum: 0 },
  ),
  ordering: text(
    {
      en: 'Order of deliveries: any (`none`), in order per message or conversation (`key`), or one at a time (`strict`).',
      fr: 'Ordre des envois : quelconque (`none`), dans l’ordre par message ou conversation (`key`), ou un à la fois (`strict`).',
    },
    { enum: ['none', 'key', 'strict'] },
  ),
  timeoutMs: whole(
    {
      en: 'Timeout for a response, in milliseconds.',
      fr: 'Délai d’attente d’une réponse, en millisecondes.',
    },
    { minimum: 0 },
  ),
  schedule: texts({
    en: 'Delays before retries, in seconds.',
    fr: 'Délais avant les tentatives suivantes, en secondes.',
  }),
  headers: anyObject({
    en: 'Header fields added to each request.',
    fr: 'Champs d’en-tête ajoutés à chaque requête.',
  }),
  ca: text({
    en: 'Certificate authorities that verify the endpoint, in PEM.',
    fr: 'Autorités de certification qui vérifient le point de terminaison, en PEM.',
  }),
  certificate: text({
    en: 'Client certificate that Parley presents, in PEM.',
    fr: 'Certificat client que présente Parley, en PEM.',
  }),
  key: text({
    en: 'Private key of the client certificate, in PEM.',
    fr: 'Clé privée du certificat client, en PEM.',
  }),
  autoDisable: flag({
    en: 'Disables the endpoint after five days of failed attempts.',
    fr: 'Désactive le point de terminaison après cinq jours de tentatives échouées.',
  }),
};

const orNull = (type: string, description: Sentence) => ({ type: [type, 'null'], description });

const endpointGives = {
  id,
  source: text(
    {
      en: 'Which setting the endpoint comes from.',
      fr: 'Réglage d’où vient le point de terminaison.',
    },
    { enum: ['reply', 'report', 'email', 'extra', 'request'] },
  ),
  url: text({
    en: 'URL that webhooks are sent to.',
    fr: 'URL à laquelle les webhooks sont envoyés.',
  }),
  events: list(
    { type: 'string' },
    {
      en: 'Event types that the endpoint receives; empty for all.',
      fr: 'Types d’événements que reçoit le point de terminaison ; vide pour tous.',
    },
  ),
  state: text(
    { en: 'State of the endpoint.', fr: 'État du point de terminaison.' },
    { enum: ['active', 'paused', 'disabled'] },
  ),
  reason: text({
    en: 'Why the endpoint is disabled.',
    fr: 'Pourquoi le point de terminaison est désactivé.',
  }),
  since: instant,
  maxInFlight: whole({
    en: 'Maximum number of requests at the same time.',
    fr: 'Nombre maximal de requêtes simultanées.',
  }),
  ratePerSecond: orNull('integer', {
    en: 'Maximum number of requests per second; null if there is no limit.',
    fr: 'Nombre maximal de requêtes par seconde ; null sans limite.',
  }),
  ordering: text(
    {
      en: 'Order of deliveries: any (`none`), in order per message or conversation (`key`), or one at a time (`strict`).',
      fr: 'Ordre des envois : quelconque (`none`), dans l’ordre par message ou conversation (`key`), ou un à la fois (`strict`).',
    },
    { enum: ['none', 'key', 'strict'] },
  ),
  timeoutMs: whole({
    en: 'Timeout for a response, in milliseconds.',
    fr: 'Délai d’attente d’une réponse, en millisecondes.',
  }),
  schedule: list(
    { type: 'integer' },
    {
      en: 'Delays before retries, in seconds; empty for the default schedule.',
      fr: 'Délais avant les tentatives suivantes, en secondes ; vide pour les délais par défaut.',
    },
  ),
  headers: {
    type: 'boolean',
    description: {
      en: 'Whether header fields are added to requests.',
      fr: 'Si des champs d’en-tête sont ajoutés aux requêtes.',
    },
  },
  ca: {
    type: 'boolean',
    description: {
      en: 'Whether the endpoint has certificate authorities of its own.',
      fr: 'Si le point de terminaison a ses propres autorités de certification.',
    },
  },
  certificate: {
    type: 'boolean',
    description: {
      en: 'Whether Parley presents a client certificate.',
      fr: 'Si Parley présente un certificat client.',
    },
  },
  autoDisable: { type: 'boolean' },
  secrets: list(
    record({
      createdAt: instant,
      until: orNull('string', {
        en: 'When the secret stops signing; null if it does not.',
        fr: 'Quand le secret cesse de signer ; null s’il ne cesse pas.',
      }),
    }),
    { en: 'Secrets in use, newest first.', fr: 'Secrets en usage, le plus récent d’abord.' },
  ),
  createdAt: instant,
};

const warnings = list(
  { type: 'string' },
  {
    en: 'Settings that may be unintended, one sentence each.',
    fr: 'Réglages peut-être involontaires, une phrase chacun.',
  },
);

export const endpointNotes: CommandNotes = {
  '/v1/webhook/list': {
    summary: {
      en: 'Lists the webhook endpoints of the account.',
      fr: 'Liste les points de terminaison du compte.',
    },
    gives: {
      nbData,
      data: list(
        record({
          ...endpointGives,
          owed: whole({ en: 'Number of pending deliveries.', fr: 'Nombre d’envois en attente.' }),
          failing: {
            type: 'boolean',
            description: {
              en: 'Whether the last attempts have failed.',
              fr: 'Si les dernières tentatives ont échoué.',
            },
          },
        }),
        { en: 'All endpoints.', fr: 'Tous les points de terminaison.' },
      ),
    },
    givesAll: true,
  },
  '/v1/webhook/add': {
    summary: {
      en: 'Adds a webhook endpoint and returns its secret once.',
      fr: 'Ajoute un point de terminaison et renvoie son secret une seule fois.',
    },
    takes: { ...endpointTakes, secret },
    needs: ['url'],
    gives: {
      webhook: record({
        ...endpointGives,
        secret: text({
          en: 'Signing secret; shown only once.',
          fr: 'Secret de signature ; montré une seule fois.',
        }),
      }),
    },
    givesSome: { warnings },
    givesAll: true,
  },
  '/v1/webhook/update': {
    summary: {
      en: 'Changes the given settings of an endpoint.',
      fr: 'Change les réglages donnés d’un point de terminaison.',
    },
    takes: { id, ...endpointTakes },
    needs: ['id'],
    gives: { webhook: record(endpointGives) },
    givesSome: { warnings },
    givesAll: true,
  },
  '/v1/webhook/delete': {
    summary: { en: 'Removes an endpoint.', fr: 'Supprime un point de terminaison.' },
    takes: { id },
    needs: ['id'],
  },
  '/v1/webhook/pause': {
    summary: {
      en: 'Pauses an endpoint until it is resumed; pending deliveries are kept.',
      fr: 'Met un point de terminaison en pause jusqu’à sa reprise ; les envois en attente sont gardés.',
    },
    takes: { id },
    needs: ['id'],
    gives: { state: text({ en: '`paused`.', fr: '`paused`.' }) },
  },
  '/v1/webhook/resume': {
    summary: {
      en: 'Resumes a paused or disabled endpoint.',
      fr: 'Reprend un point de terminaison en pause ou désactivé.',
    },
    takes: {
      id,
      send: text(
        { en: 'Which pending deliveries to send.', fr: 'Quels envois en attente envoyer.' },
        { enum: ['all', 'none', 'newer'] },
      ),
      newerThan: instant,
    },
    needs: ['id'],
    gives: { state: text({ en: '`active`.', fr: '`active`.' }) },
  },
  '/v1/webhook/skip': {
    summary: {
      en: 'Drops the first pending delivery of a strictly ordered endpoint.',
      fr: 'Abandonne le premier envoi en attente d’un point de terminaison à ordre strict.',
    },
    takes: { id },
    needs: ['id'],
    gives: {
      eventId: text({
        en: 'ID of the event that was dropped.',
        fr: 'Identifiant de l’événement abandonné.',
      }),
    },
    givesAll: true,
  },
  '/v1/webhook/secret': {
    summary: {
      en: 'Returns, once, the secret that signs webhooks to the URLs named in requests.',
      fr: 'Renvoie, une seule fois, le secret qui signe les webhooks envoyés aux URL des requêtes.',
    },
    takes: { id },
    gives: {
      id,
      url: text({ en: 'Origin of the URLs.', fr: 'Origine des URL.' }),
      secret: text({
        en: 'Signing secret for all URLs of the account’s requests; shown only once.',
        fr: 'Secret de signature pour toutes les URL des requêtes du compte ; montré une seule fois.',
      }),
    },
    givesAll: true,
  },
  '/v1/webhook/rotate': {
    summary: {
      en: 'Creates a new secret; the old one also signs for a while.',
      fr: 'Crée un nouveau secret ; l’ancien signe aussi pendant un temps.',
    },
    takes: {
      id,
      overlap: whole({
        en: 'How long the old secret signs, in seconds.',
        fr: 'Combien de temps l’ancien secret signe, en secondes.',
      }),
      secret,
    },
    needs: ['id'],
    gives: {
      secret: text({
        en: 'New secret; shown only once.',
        fr: 'Nouveau secret ; montré une seule fois.',
      }),
      secrets: endpointGives.secrets,
    },
  },
  '/v1/webhook/revoke': {
    summary: {
      en: 'Ends the old secrets of an endpoint now.',
      fr: 'Met fin maintenant aux anciens secrets d’un point de terminaison.',
    },
    takes: { id },
    needs: ['id'],
  },
};
