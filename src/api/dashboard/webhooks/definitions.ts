/** Webhooks on the dashboard: endpoints, what was posted to them, and what is posted once more. */
import { z } from 'zod';
import { sampleKinds } from '#webhooks/management/sample-kinds.ts';
import { define } from '../definition.ts';
import { account, instant, numbered, page, wholeText } from '../schemas.ts';

const endpoints = '/api/accounts/{account}/endpoints';
const one = `${endpoints}/{id}`;
const events = '/api/accounts/{account}/events';

const warnings = z.array(z.string());
const secret = z.string().meta({ description: 'whsec_…, shown this once.' });

const secretTime = z.object({ createdAtMs: instant, untilMs: instant.nullable() });

export const shownEndpoint = z.object({
  id: z.int(),
  /** What tells it from others in lists: host, path and id. */
  name: z.string(),
  /** `reply`, `report` and `email` are the account's own URLs, `extra` those that get a copy, `request` an origin that requests name. */
  source: z.enum(['reply', 'report', 'email', 'extra', 'request']),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(['active', 'paused', 'disabled']),
  reason: z.string(),
  sinceMs: instant,
  maxInFlight: z.int(),
  ratePerSecond: z.int().nullable(),
  ordering: z.enum(['none', 'key', 'strict']),
  timeoutMs: z.int(),
  schedule: z.array(z.int()),
  headers: z.boolean(),
  ca: z.boolean(),
  certificate: z.boolean(),
  autoDisable: z.boolean(),
  signatures: z.array(z.string()),
  secrets: z.array(secretTime),
  /** Whether the newest was made for a request's URL and nobody has seen it. */
  unseenSecret: z.boolean(),
  createdAtMs: instant,
  /** Deliveries that wait, counted up to `owedMax`. */
  owed: z.int(),
  owedMax: z.int(),
  oldestOwedAtMs: instant.nullable(),
  /** In the future; null: as soon as its turn comes, or nothing is to be sent. */
  nextAttemptAtMs: instant.nullable(),
  /** Null while it takes what it is sent. */
  breaker: z
    .object({
      openUntilMs: instant,
      failingSinceMs: instant,
      failuresInRow: z.int(),
      failedAttempts: z.int(),
    })
    .nullable(),
});

const written = z.strictObject({
  url: z.string().max(4_096).optional(),
  events: z.array(z.string().max(60)).max(60).optional(),
  maxInFlight: z.int().optional(),
  ratePerSecond: z.int().nullable().optional(),
  ordering: z.enum(['none', 'key', 'strict']).optional(),
  timeoutMs: z.int().optional(),
  schedule: z.array(z.int()).max(100).optional(),
  /** All of them; none: no headers of its own. */
  headers: z.record(z.string().max(200), z.string().max(8_192)).optional(),
  /** In PEM; empty: none. */
  ca: z.string().max(70_000).optional(),
  certificate: z.string().max(70_000).optional(),
  key: z.string().max(70_000).optional(),
  autoDisable: z.boolean().optional(),
});

const phases = z.object({
  resolveMs: z.int(),
  connectMs: z.int(),
  tlsMs: z.int(),
  answerMs: z.int(),
});

const outcomes = [
  'delivered',
  'retry',
  'expired',
  'superseded',
  'gone',
  'dropped',
  'forbidden',
] as const;

const attempt = z.object({
  id: z.int(),
  eventId: z.string(),
  endpointId: z.int(),
  attempt: z.int(),
  atMs: instant,
  outcome: z.enum(outcomes),
  /** The HTTP status; 0 where none came. */
  status: z.int(),
  error: z.string(),
  durationMs: z.int(),
  phases,
  ip: z.string(),
  /** Null where nothing was sent. */
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }).nullable(),
  /** Null where nothing came back. */
  response: z.object({ head: z.string(), body: z.string() }).nullable(),
});

const event = z.object({
  id: z.string(),
  kind: z.string(),
  /** What it is about: a message or number, and a phone. */
  about: z.string(),
  createdAtMs: instant,
  test: z.boolean(),
  deliveries: z.array(
    z.object({
      endpointId: z.int(),
      endpoint: z.string(),
      attempts: z.int(),
      /** `pending` for as long as it is to be tried, whatever came of it before. */
      outcome: z.enum([...outcomes, 'pending']),
      /** Null: it was never tried. */
      lastAtMs: instant.nullable(),
      /** Of one that is pending, in the future; null: as soon as its turn comes. */
      nextAttemptAtMs: instant.nullable(),
      /** Of one that is pending: its endpoint is paused or disabled. */
      held: z.boolean(),
    }),
  ),
});

const replay = z.object({
  id: z.int(),
  endpointId: z.int(),
  state: z.enum(['running', 'done', 'cancelled']),
  made: z.int(),
  fromMs: instant,
  toMs: instant,
  kinds: z.array(z.string()),
  outcome: z.enum(['any', 'delivered', 'undelivered']),
  phone: z.string(),
  createdAtMs: instant,
  endedAtMs: instant.nullable(),
});

const idParams = z.object(numbered);
const eventParams = z.object({ account, event: wholeText });

export const listEndpoints = define({
  method: 'GET',
  path: endpoints,
  needs: 'read facts',
  summary: 'Endpoints with their state, what they are owed, and whether they fail.',
  reply: z.object({ endpoints: z.array(shownEndpoint) }),
});

export const findEndpoint = define({
  method: 'GET',
  path: one,
  needs: 'read facts',
  summary: 'One endpoint.',
  params: idParams,
  reply: z.object({ endpoint: shownEndpoint }),
});

export const addEndpoint = define({
  method: 'POST',
  path: endpoints,
  needs: 'manage keys',
  fresh: true,
  summary: 'Adds an endpoint that gets a copy of events, and shows its secret once.',
  body: written.extend({ url: z.string().max(4_096), secret: z.string().max(200).optional() }),
  reply: z.object({ endpoint: shownEndpoint, secret, warnings }),
});

export const changeEndpoint = define({
  method: 'PATCH',
  path: one,
  needs: 'manage keys',
  fresh: true,
  summary: 'Changes what is named of an endpoint.',
  params: idParams,
  body: written,
  reply: z.object({ endpoint: shownEndpoint, warnings }),
});

export const removeEndpoint = define({
  method: 'DELETE',
  path: one,
  needs: 'manage keys',
  whileClosed: true,
  summary: 'Removes an endpoint; what it was owed is dropped.',
  params: idParams,
});

export const pauseEndpoint = define({
  method: 'POST',
  path: `${one}/pause`,
  needs: 'manage keys',
  whileClosed: true,
  summary: 'Holds an endpoint; its events are collected.',
  params: idParams,
});

export const resumeEndpoint = define({
  method: 'POST',
  path: `${one}/resume`,
  needs: 'manage keys',
  summary: 'Lets an endpoint go on: with all that was collected, none of it, or what is newer.',
  params: idParams,
  body: z.discriminatedUnion('send', [
    z.strictObject({ send: z.literal('all') }),
    z.strictObject({ send: z.literal('none') }),
    z.strictObject({ send: z.literal('newer'), thanMs: instant.min(0) }),
  ]),
});

export const skipEvent = define({
  method: 'POST',
  path: `${one}/skip`,
  needs: 'manage keys',
  summary: 'Drops the one event that the others of the endpoint wait for.',
  params: idParams,
  reply: z.object({ eventId: z.string() }),
});

export const rotateSecret = define({
  method: 'POST',
  path: `${one}/secrets`,
  needs: 'manage keys',
  fresh: true,
  summary: 'Makes a new secret, or takes one; the one before signs for a while yet.',
  params: idParams,
  body: z.strictObject({
    overlapHours: z.int().min(1).max(168).optional(),
    secret: z.string().max(200).optional(),
  }),
  reply: z.object({ secret, secrets: z.array(secretTime) }),
});

export const showSecret = define({
  method: 'POST',
  path: `${one}/secret`,
  needs: 'manage keys',
  fresh: true,
  summary: 'Shows, once, the secret of an endpoint that a request’s URL has made.',
  params: idParams,
  reply: z.object({ secret }),
});

export const revokeSecrets = define({
  method: 'DELETE',
  path: `${one}/secrets`,
  needs: 'manage keys',
  whileClosed: true,
  fresh: true,
  summary: 'Ends all secrets of the endpoint but the newest.',
  params: idParams,
});

export const testEndpoint = define({
  method: 'POST',
  path: `${one}/test`,
  needs: 'manage keys',
  summary: 'Posts a sample to the endpoint and tells what came back.',
  params: idParams,
  body: z.strictObject({ kind: z.enum(sampleKinds) }),
  reply: z.object({
    received: z.boolean(),
    status: z.int(),
    error: z.string(),
    durationMs: z.int(),
    phases,
    ip: z.string(),
    /** As it was sent, without the values of the endpoint's own headers. */
    request: z.string(),
    response: z.object({ head: z.string(), body: z.string() }),
    /** Code that verifies such a request. */
    verify: z.string(),
  }),
});

export const listDeliveries = define({
  method: 'GET',
  path: `${one}/deliveries`,
  needs: 'read contents',
  summary: 'The last ten attempts at an endpoint, newest first, with the kind of each event.',
  params: idParams,
  reply: z.object({ deliveries: z.array(attempt.extend({ kind: z.string() })) }),
});

export const listFailures = define({
  method: 'GET',
  path: `${one}/failures`,
  needs: 'read contents',
  summary: 'Attempts of an endpoint that were not received, newest first.',
  params: idParams,
  query: z.object(page),
  reply: z.object({ attempts: z.array(attempt), after: z.int().nullable() }),
});

export const listEvents = define({
  method: 'GET',
  path: events,
  needs: 'read facts',
  summary: 'Events with where each went, newest first, of one kind or outcome where that is asked.',
  query: z.object({
    ...page,
    kind: z
      .string()
      .max(60)
      .optional()
      .meta({ description: 'A kind, or the first word of some: `email`.' }),
    outcome: z.enum(['delivered', 'undelivered', 'nobody']).optional().meta({
      description:
        'Received by every endpoint; not received by one, or pending there; or no endpoint subscribed.',
    }),
  }),
  reply: z.object({ events: z.array(event), after: z.int().nullable() }),
});

export const findEvent = define({
  method: 'GET',
  path: `${events}/{event}`,
  needs: 'read contents',
  summary:
    'One event: its body, where it went or is pending, and each attempt to deliver it, oldest first.',
  params: eventParams,
  reply: z.object({ event, body: z.string(), attempts: z.array(attempt) }),
});

export const replayEvent = define({
  method: 'POST',
  path: `${events}/{event}/replay`,
  needs: 'manage keys',
  summary: 'Sends one event again: to an endpoint, or to all that it went to.',
  params: eventParams,
  body: z.strictObject({ endpointId: z.int().optional() }),
  reply: z.object({ endpointIds: z.array(z.int()) }),
});

export const startReplay = define({
  method: 'POST',
  path: `${one}/replays`,
  needs: 'manage keys',
  summary:
    'Sends events again that fit: those since an instant, or the gap that was never received.',
  params: idParams,
  body: z.strictObject({
    fromMs: instant.min(0),
    toMs: instant.min(0).optional(),
    kinds: z.array(z.string().max(60)).max(60).optional(),
    outcome: z.enum(['any', 'delivered', 'undelivered']).optional(),
    phone: z.string().max(40).optional(),
  }),
  reply: z.object({ replay }),
});

export const listReplays = define({
  method: 'GET',
  path: '/api/accounts/{account}/replays',
  needs: 'read facts',
  summary: 'The last replays of an account, newest first.',
  reply: z.object({ replays: z.array(replay) }),
});

export const cancelReplay = define({
  method: 'DELETE',
  path: '/api/accounts/{account}/replays/{id}',
  needs: 'manage keys',
  whileClosed: true,
  summary: 'Ends a replay; what it has made is still sent.',
  params: idParams,
});
