/** The commands about webhooks, and those that fetch events, as the document describes them. */

import { sampleKinds } from '#webhooks/management/sample-kinds.ts';
import type { CommandNotes } from './command-note.ts';
import { instant } from './common-notes.ts';
import { endpointNotes, endpointId as id, nbData } from './endpoint-notes.ts';
import {
  anyObject,
  flag,
  type JsonSchema,
  list,
  number,
  record,
  text,
  whole,
} from './json-schema.ts';

const eventId = text({ en: 'Event ID: `msg_123`.', fr: 'Identifiant de l’événement : `msg_123`.' });
const kinds = text({
  en: 'Event types, separated by commas. Default: all.',
  fr: 'Types d’événements, séparés par des virgules. Par défaut : tous.',
});
const limit = whole(
  { en: 'Number of entries to return.', fr: 'Nombre d’entrées à renvoyer.' },
  { minimum: 1, maximum: 100 },
);
const before = whole(
  {
    en: 'ID of the last entry that you read; older ones are returned.',
    fr: 'Identifiant de la dernière entrée lue ; les plus anciennes sont renvoyées.',
  },
  { minimum: 0 },
);
const data = list(anyObject({ en: 'An entry.', fr: 'Une entrée.' }), {
  en: 'The entries.',
  fr: 'Les entrées.',
});
const listed = { nbData, data };

const pulled = record(
  {
    id: eventId,
    event: text({ en: 'Event type.', fr: 'Type d’événement.' }),
    createdAt: instant,
    test: {
      type: 'boolean',
      description: {
        en: 'Present for events of test keys only.',
        fr: 'Présent seulement pour les événements des clés de test.',
      },
    },
    payload: anyObject({ en: 'Body of the webhook.', fr: 'Corps du webhook.' }),
  },
  ['id', 'event', 'createdAt', 'payload'],
);

const asked = {
  after: text({
    en: 'The `next` of the previous response, or `now`.',
    fr: 'Le `next` de la réponse précédente, ou `now`.',
  }),
  since: whole(
    {
      en: 'Start this many seconds ago, instead of `after`.',
      fr: 'Commence il y a tant de secondes, au lieu de `after`.',
    },
    { minimum: 0 },
  ),
  event: kinds,
};

const unixTime: JsonSchema = {
  type: ['integer', 'string'],
  description: {
    en: 'Unix seconds or ISO 8601: `2030-01-02T03:04:05Z`.',
    fr: 'Secondes Unix ou ISO 8601 : `2030-01-02T03:04:05Z`.',
  },
};

const notes: CommandNotes = {
  '/v1/events': {
    summary: {
      en: 'Returns events, for programs that fetch them instead of receiving webhooks.',
      fr: 'Renvoie les événements, pour les programmes qui les lisent au lieu de recevoir des webhooks.',
    },
    takes: {
      ...asked,
      limit: whole(
        { en: 'Number of entries to return.', fr: 'Nombre d’entrées à renvoyer.' },
        { minimum: 1, maximum: 1_000 },
      ),
      wait: whole(
        {
          en: 'Seconds to wait for the first event.',
          fr: 'Secondes d’attente du premier événement.',
        },
        { minimum: 0, maximum: 30 },
      ),
    },
    gives: {
      events: list(pulled, {
        en: 'Events, oldest first.',
        fr: 'Événements, du plus ancien au plus récent.',
      }),
      next: text({
        en: 'Value of `after` for the next request.',
        fr: 'Valeur de `after` pour la requête suivante.',
      }),
      hasMore: { type: 'boolean' },
    },
    givesAll: true,
  },
  '/v1/events/stream': {
    summary: {
      en: 'Streams events as they happen; `Last-Event-ID` resumes without a gap.',
      fr: 'Transmet les événements à mesure qu’ils se produisent ; `Last-Event-ID` reprend sans lacune.',
    },
    takes: asked,
    givesType: 'text/event-stream',
  },
  ...endpointNotes,
  '/v1/webhook/test': {
    summary: {
      en: 'Sends a sample webhook to an endpoint and returns the response.',
      fr: 'Envoie un webhook d’exemple à un point de terminaison et renvoie la réponse.',
    },
    takes: {
      id,
      event: text({ en: 'Sample to send.', fr: 'Exemple à envoyer.' }, { enum: [...sampleKinds] }),
    },
    needs: ['id'],
    gives: {
      received: { type: 'boolean' },
      event: text({ en: 'Sample that was sent.', fr: 'Exemple envoyé.' }),
      status: whole({
        en: 'HTTP status of the response; 0 if there was none.',
        fr: 'Statut HTTP de la réponse ; 0 s’il n’y en a pas eu.',
      }),
      error: text({
        en: 'Error; empty if there was none.',
        fr: 'Erreur ; vide s’il n’y en a pas eu.',
      }),
      durationMs: number({
        en: 'Duration of the request, in milliseconds.',
        fr: 'Durée de la requête, en millisecondes.',
      }),
      phases: anyObject({
        en: 'Duration of each step, in milliseconds.',
        fr: 'Durée de chaque étape, en millisecondes.',
      }),
      ip: text({
        en: 'IP address that the request was sent to.',
        fr: 'Adresse IP à laquelle la requête a été envoyée.',
      }),
      request: text({ en: 'Request as it was sent.', fr: 'Requête telle qu’elle a été envoyée.' }),
      response: record({
        head: text({
          en: 'Status line and header fields.',
          fr: 'Ligne de statut et champs d’en-tête.',
        }),
        body: text({ en: 'Body, up to 4 KB.', fr: 'Corps, jusqu’à 4 Ko.' }),
      }),
      verify: text({
        en: 'Code that verifies the signature.',
        fr: 'Code qui vérifie la signature.',
      }),
    },
  },
  '/v1/webhook/replay': {
    summary: {
      en: 'Sends an event again, or all matching events since a given time.',
      fr: 'Envoie de nouveau un événement, ou tous ceux qui correspondent depuis une date.',
    },
    takes: {
      id,
      eventId,
      endpointId: id,
      since: unixTime,
      until: unixTime,
      dryRun: flag({ en: 'Only counts the events.', fr: 'Ne fait que compter les événements.' }),
      confirm: flag({
        en: 'Required if more than 100 events match.',
        fr: 'Obligatoire si plus de 100 événements correspondent.',
      }),
      outcome: text(
        { en: 'Only events with this outcome.', fr: 'Seulement les événements de cette issue.' },
        { enum: ['any', 'delivered', 'undelivered'] },
      ),
      event: kinds,
      phone: text({
        en: 'Only events of this phone number.',
        fr: 'Seulement les événements de ce numéro de téléphone.',
      }),
    },
    givesSome: {
      made: whole({
        en: 'With `eventId`: number of endpoints that receive the event again.',
        fr: 'Avec `eventId` : nombre de points de terminaison qui reçoivent de nouveau l’événement.',
      }),
      endpointIds: list(
        { type: 'integer' },
        {
          en: 'With `eventId`: those endpoints.',
          fr: 'Avec `eventId` : ces points de terminaison.',
        },
      ),
      dryRun: {
        type: 'boolean',
        description: { en: 'Present if nothing was sent.', fr: 'Présent si rien n’a été envoyé.' },
      },
      events: whole({
        en: 'With `dryRun`: number of events that match.',
        fr: 'Avec `dryRun` : nombre d’événements qui correspondent.',
      }),
      more: {
        type: 'boolean',
        description: {
          en: 'Present if there are more events than were counted.',
          fr: 'Présent s’il y a plus d’événements que comptés.',
        },
      },
      replay: anyObject({
        en: 'With several events: progress of the replay, as in `webhook/replays`.',
        fr: 'Avec plusieurs événements : avancement du renvoi, comme dans `webhook/replays`.',
      }),
    },
  },
  '/v1/webhook/replay-cancel': {
    summary: { en: 'Cancels a replay.', fr: 'Annule un renvoi.' },
    takes: { replayId: whole({ en: 'Replay ID.', fr: 'Identifiant du renvoi.' }) },
    needs: ['replayId'],
  },
  '/v1/webhook/replays': {
    summary: { en: 'Lists the replays of the account.', fr: 'Liste les renvois du compte.' },
    gives: listed,
  },
  '/v1/webhook/events': {
    summary: {
      en: 'Lists the events of the account, newest first.',
      fr: 'Liste les événements du compte, les plus récents d’abord.',
    },
    takes: { before, limit },
    gives: listed,
  },
  '/v1/webhook/attempts': {
    summary: {
      en: 'Lists the attempts of an event, or the failed attempts of an endpoint.',
      fr: 'Liste les tentatives d’un événement, ou les tentatives échouées d’un point de terminaison.',
    },
    takes: { eventId, id, before, limit },
    gives: listed,
  },
};

/** The commands that both bases have. */
export const webhookNotes: CommandNotes = Object.fromEntries(
  Object.entries(notes).flatMap(([path, note]) => [
    [path, note],
    [`/mail${path}`, note],
  ]),
);
