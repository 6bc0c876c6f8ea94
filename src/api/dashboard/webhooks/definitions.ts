/** Webhooks on the dashboard: what was posted to endpoints, and what is posted once more. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { account, instant, numbered, page, wholeText } from '../schemas.ts';

const endpoints = '/api/accounts/{account}/endpoints';
const one = `${endpoints}/{id}`;
const events = '/api/accounts/{account}/events';

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
