/** Operators as who runs the installation sees them: how their binds do, and what passes over them. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant, wholeText } from '../schemas.ts';

const root = '/api/console/operators';
const needs = 'administrator';
const byId = z.object({ id: wholeText });
const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and -');

const bind = z.object({
  place: z.int(),
  /** Null while it is up. */
  downSinceMs: instant.nullable(),
  /** Since when it answers no submit although it is up. */
  silentSinceMs: instant.nullable(),
  notedAtMs: instant,
  /** It has not been heard of for a while: nobody holds it. */
  isStale: z.boolean(),
});

const operator = z.object({
  id: z.int(),
  name: z.string(),
  builtIn: z.boolean(),
  state: z.enum(['active', 'paused', 'draining', 'rerouting', 'leaving']),
  settings: z.record(z.string(), z.unknown()),
  createdAtMs: instant,
  binds: z.array(bind),
  /** Parts that wait, counted up to `owedMax`. */
  owed: z.int(),
  owedMax: z.int(),
  routes: z.int(),
  /** Receipts that matched no message for some seconds, of the last seven days. */
  receiptsKept: z.int(),
});

export const listOperators = define({
  method: 'GET',
  path: root,
  needs,
  summary: 'Operators with their settings, their binds and what waits for them.',
  reply: z.object({ operators: z.array(operator) }),
});

const tracedPdu = z.object({
  atMs: instant,
  way: z.enum(['sent', 'received']),
  command: z.string(),
  sequence: z.number(),
  /** By the standard’s name: `ESME_ROK`. */
  status: z.string(),
  source: z.string(),
  destination: z.string(),
  messageId: z.string(),
  esmClass: z.int().nullable(),
  dataCoding: z.int().nullable(),
  textOctets: z.int().nullable(),
});

const link = z.object({
  place: z.int(),
  /** The process that holds it. */
  processId: z.int(),
  host: z.string(),
  connections: z.array(
    z.object({
      mode: z.enum(['trx', 'tx', 'rx']),
      state: z.enum(['connecting', 'binding', 'bound', 'waiting', 'closed']),
      /** What the operator calls itself. */
      peer: z.string(),
      /** Why it is not bound. */
      lost: z.string(),
      retryAtMs: instant.nullable(),
    }),
  ),
  window: z.int(),
  /** Submits that wait for their answer. */
  unanswered: z.int(),
  /** What is allowed now; null: as fast as the window. */
  ratePerSecond: z.number().nullable(),
  /** Since the bind was opened, the most frequent first. */
  answers: z.array(z.object({ status: z.string(), count: z.int() })),
  otherAnswers: z.int(),
  uncertain: z.int(),
  /** Of the last hundred answers. */
  roundTrip: z.object({ meanMs: z.number(), mostMs: z.number() }).nullable(),
  trace: z.object({ endsAtMs: instant.nullable(), pdus: z.array(tracedPdu) }),
});

export const showOperator = define({
  method: 'GET',
  path: `${root}/{id}`,
  needs,
  summary:
    'One operator, and what its binds do: in the answering process now, in others as told within seconds.',
  params: byId,
  reply: z.object({
    operator,
    /** By how long the earliest part is late; null where nothing is due. */
    lateMs: z.number().nullable(),
    /** Settings by which kept receipts would match messages; null: none do. */
    receiptIdAdvice: z
      .object({
        matches: z.int(),
        /** As `parley operator set` takes them. */
        options: z.string(),
      })
      .nullable(),
    links: z.array(link),
    /** Binds of which nobody tells: nobody holds them, or a process that has just taken them. */
    elsewhere: z.array(
      z.object({ place: z.int(), processId: z.int().nullable(), host: z.string() }),
    ),
  }),
});

export const setTrace = define({
  method: 'PUT',
  path: `${root}/{id}/trace`,
  needs,
  fresh: true,
  summary:
    'Writes down for 15 minutes what passes over the binds of an operator in every process, without texts and with phones shortened.',
  params: byId,
  body: z.strictObject({ isOn: z.boolean() }),
  /** How many binds the answering process traces; the others are told. */
  reply: z.object({ binds: z.int() }),
});

const linkSettings = {
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535),
  tls: z.boolean(),
  systemId: z.string().min(1).max(15),
  password: z.string().max(64),
  bind: z.enum(['trx', 'tx', 'rx', 'tx-rx']),
};

export const tryBind = define({
  method: 'POST',
  path: '/api/console/bind-trials',
  needs,
  fresh: true,
  summary:
    'Connects and binds once with these settings, unbinds, and tells what the operator said.',
  body: z.strictObject(linkSettings),
  reply: z.object({
    isBound: z.boolean(),
    /** What it calls itself. */
    peer: z.string(),
    why: z.string(),
    durationMs: z.int(),
  }),
});

export const addOperator = define({
  method: 'POST',
  path: root,
  needs,
  fresh: true,
  summary: 'Adds an operator; it is bound to at once.',
  body: z.strictObject({
    name,
    ...linkSettings,
    binds: z.int().min(1).max(100),
    window: z.int().min(1).max(1_000),
    ratePerSecond: z.int().min(1).max(100_000).nullable(),
  }),
  reply: z.object({ operator }),
});

export const setOperatorState = define({
  method: 'PUT',
  path: `${root}/{id}/state`,
  needs,
  fresh: true,
  summary:
    'Pauses an operator, drains it, gives what waits for it to other routes, or lets it go on.',
  params: byId,
  body: z.strictObject({ state: z.enum(['active', 'paused', 'draining', 'rerouting']) }),
});

export const removeOperator = define({
  method: 'DELETE',
  path: `${root}/{id}`,
  needs,
  fresh: true,
  summary: 'Removes an operator and its routes, once nothing waits for it.',
  params: byId,
  reply: z.object({ isLeaving: z.boolean() }),
});
