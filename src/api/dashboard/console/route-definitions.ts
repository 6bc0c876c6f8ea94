/** Routes: one by one, or as a table that is compared with what stands before it is taken. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { wholeText } from '../schemas.ts';

const root = '/api/console/routes';
const needs = 'administrator';
const rowsMax = 5_000;

const routePlace = {
  prefix: z.string().regex(/^\d{0,15}$/, 'must be digits'),
  operatorId: z.int(),
  /** MCC and MNC; empty: all networks. */
  network: z.string().regex(/^(?:\d{5,6})?$/, 'must be MCC and MNC'),
  grade: z.union([z.literal(1), z.literal(2)]).nullable(),
  senders: z.array(z.enum(['none', 'word', 'long', 'short'])).max(4),
};
const routeValues = {
  ...routePlace,
  priority: z.int().min(1).max(1_000),
  weight: z.int().min(1).max(1_000),
  buyPrice: z.string().max(30).meta({ description: 'Exact, such as "0.049".' }).nullable(),
  enabled: z.boolean(),
};
const route = z.object({ id: z.int(), operator: z.string(), ...routeValues });
const shownRoute = z.object({ operator: z.string(), ...routeValues });

const routesWanted = z.strictObject({
  routes: z.array(z.strictObject(routeValues)).min(1).max(rowsMax),
  /** Those that are not named go. */
  removesOthers: z.boolean().optional(),
});

export const listRoutes = define({
  method: 'GET',
  path: root,
  needs,
  summary: 'Routes in the order in which they are tried.',
  reply: z.object({ routes: z.array(route) }),
});

export const exportRoutes = define({
  method: 'GET',
  path: `${root}/csv`,
  needs,
  summary: 'All routes as CSV, in the columns that importing takes.',
});

export const planRoutes = define({
  method: 'POST',
  path: `${root}/plan`,
  needs,
  summary: 'What setting routes would add, change and remove, without doing it.',
  body: routesWanted,
  reply: z.object({
    added: z.int(),
    changed: z.int(),
    same: z.int(),
    removed: z.int(),
    /** The first 200 of all together; `before` and `after` are null where there is nothing. */
    changes: z.array(z.object({ before: shownRoute.nullable(), after: shownRoute.nullable() })),
  }),
});

export const setRoutes = define({
  method: 'PUT',
  path: root,
  needs,
  fresh: true,
  summary: 'Sets routes, all or none; those that are not named stay, or go where that is asked.',
  body: routesWanted,
  reply: z.object({
    routes: z.int(),
    /** What `routes/undo` takes to have it as it was. */
    undo: z.object({
      set: z.array(z.object(routeValues)),
      remove: z.array(z.object(routePlace)),
    }),
  }),
});

export const undoRoutes = define({
  method: 'POST',
  path: `${root}/undo`,
  needs,
  fresh: true,
  summary: 'Takes back what setting routes has changed, as its reply says it.',
  body: z.strictObject({
    set: z.array(z.strictObject(routeValues)).max(2 * rowsMax),
    remove: z.array(z.strictObject(routePlace)).max(rowsMax),
  }),
  reply: z.object({ set: z.int(), removed: z.int() }),
});

export const removeRoute = define({
  method: 'DELETE',
  path: `${root}/{id}`,
  needs,
  fresh: true,
  summary: 'Removes a route.',
  params: z.object({ id: wholeText }),
});

export const explainRoute = define({
  method: 'GET',
  path: '/api/console/route-explanation',
  needs,
  summary: 'Which route a message to a number would take now, and why no other.',
  query: z.object({
    to: z.string().max(40),
    sender: z.string().max(15).optional(),
    grade: z.enum(['1', '2']).optional(),
  }),
  reply: z.object({
    to: z.string(),
    network: z.string().nullable(),
    operator: z.string().nullable(),
    reason: z.string().nullable(),
    routes: z.array(
      z.object({ id: z.int(), prefix: z.string(), operator: z.string(), verdict: z.string() }),
    ),
  }),
});
