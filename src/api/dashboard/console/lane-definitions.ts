/** Lanes: what waits, what keeps it, and what people may do about it. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant, wholeText } from '../schemas.ts';

const root = '/api/console/lanes';
const needs = 'administrator';
const engine = z.enum(['sms', 'mail', 'webhook', 'customer']);

export const listLanes = define({
  method: 'GET',
  path: root,
  needs,
  summary: 'What is owed by each engine, and the lanes that it waits in.',
  reply: z.object({
    engines: z.array(z.object({ engine, owed: z.int(), lateMs: z.int().nullable() })),
    owedMax: z.int(),
    lanes: z.array(
      z.object({
        lane: z.string(),
        engine,
        owed: z.int(),
        /** For how long its first job has been due; null: nothing is. */
        lateMs: z.int().nullable(),
        /** Whose it is: the operator, the endpoint, the SMPP user. */
        owner: z.string(),
        breaker: z.object({ openUntilMs: instant, failingSinceMs: instant }).nullable(),
        /** Somebody has stopped it: nothing leaves. */
        isPaused: z.boolean(),
        /** Null: it cannot be, as mails whose servers are looked for. */
        pauses: z.enum(['lane', 'servers', 'endpoint']).nullable(),
        /** Of SMS; new messages take other routes while it drains. */
        operator: z
          .object({ id: z.int(), name: z.string(), builtIn: z.boolean(), state: z.string() })
          .nullable(),
      }),
    ),
    /** There are more lanes than are shown. */
    isCut: z.boolean(),
  }),
});

export const pauseLane = define({
  method: 'PUT',
  path: `${root}/paused`,
  needs,
  fresh: true,
  summary:
    'Stops a lane, or lets it go on: one lane of SMS or of an SMPP user, all mails to some servers, an endpoint.',
  body: z.strictObject({
    lane: z
      .string()
      .max(200)
      .regex(/^(?:sms|mail|webhook|customer)\/[^\p{Cc}]+$/u, 'is no lane'),
    isPaused: z.boolean(),
  }),
  /** False: it was so already. */
  reply: z.object({ isChanged: z.boolean() }),
});

const filterValues = {
  lane: z.string().max(200).optional().meta({ description: 'A lane, or a bind such as sms/3/0.' }),
  operatorId: z.int().min(1).optional(),
  accountId: z.int().min(1).optional(),
  tag: z.string().min(1).max(20).optional(),
  /** Digits that phones begin with; a whole number is one phone. */
  prefix: z
    .string()
    .regex(/^\+?[1-9]\d{0,14}$/, 'must be digits')
    .optional(),
  /** Accepted before; without it, before now. */
  beforeMs: instant.optional(),
};

const kind = z.enum(['cancel', 'move']);

const wish = z.strictObject({
  kind,
  filter: z.strictObject(filterValues),
  /** Of a move. */
  toOperatorId: z.int().min(1).optional(),
});

export const planLaneTask = define({
  method: 'POST',
  path: `${root}/plan`,
  needs,
  summary: 'What cancelling or moving texts that wait would do, in numbers; nothing is done.',
  body: wish,
  reply: z.object({
    texts: z.int(),
    parts: z.int(),
    refunds: z.array(z.object({ currency: z.string(), test: z.boolean(), amount: z.string() })),
    staying: z.array(
      z.object({
        why: z.enum([
          'tried',
          'in doubt',
          'partly gone',
          'test message',
          'is there already',
          'no route',
          'more parts than paid',
        ]),
        texts: z.int(),
      }),
    ),
    /** No more was looked at: the figures are the least. */
    isCut: z.boolean(),
    /** What the task is to be given, so that it does no more than was told here. */
    beforeMs: instant,
  }),
});

export const addLaneTask = define({
  method: 'POST',
  path: `${root}/tasks`,
  needs,
  fresh: true,
  summary:
    'Cancels or moves texts that wait, batch by batch, by the processes that own their lanes.',
  body: wish,
  reply: z.object({ id: z.int() }),
});

export const listLaneTasks = define({
  method: 'GET',
  path: `${root}/tasks`,
  needs,
  summary: 'What was cancelled and moved lately, and how far it is; the newest first.',
  reply: z.object({
    tasks: z.array(
      z.object({
        id: z.int(),
        kind,
        filter: z.object({ ...filterValues, beforeMs: instant }),
        /** Of a move. */
        to: z.string().nullable(),
        actor: z.string(),
        createdAtMs: instant,
        state: z.enum(['open', 'done', 'stopped']),
        endedAtMs: instant.nullable(),
        /** Done until now. */
        texts: z.int(),
      }),
    ),
  }),
});

export const stopLaneTask = define({
  method: 'POST',
  path: `${root}/tasks/{id}/stop`,
  needs,
  fresh: true,
  summary: 'Stops a task: what it has done stays done, the rest stays where it waits.',
  params: z.object({ id: wholeText }),
});
