/** The console: operators, routes, prices, lanes, and processes, for those who run the installation. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant, wholeText } from '../schemas.ts';

export * from './account-definitions.ts';
export * from './doctor-definitions.ts';
export * from './held-definitions.ts';
export * from './lane-definitions.ts';
export * from './number-definitions.ts';
export * from './route-definitions.ts';
export * from './trunk-definitions.ts';

const root = '/api/console';
const needs = 'administrator';
const byId = z.object({ id: wholeText });
const digits = z.string().regex(/^\d{0,15}$/, 'must be digits');
const amount = z.string().max(30).meta({ description: 'Exact, such as "0.049".' });

const pricePlace = {
  /** 0: of all accounts that have none of their own. */
  accountId: z.int().min(0),
  prefix: digits,
  /** 0: always. */
  fromMs: instant.min(0),
};
const priceValues = { ...pricePlace, price: amount };
const pricesWanted = z.strictObject({
  prices: z.array(z.strictObject(priceValues)).min(1).max(10_000),
});

export const listPrices = define({
  method: 'GET',
  path: `${root}/prices`,
  needs,
  summary: 'Prices of a part by prefix, at most 5,000, and of a mail.',
  query: z.object({ prefix: digits.optional(), account: wholeText.optional() }),
  reply: z.object({
    prices: z.array(z.object(priceValues)),
    mailPrices: z.array(z.object({ accountId: z.int(), fromMs: instant, price: amount })),
    count: z.int(),
    currency: z.string(),
  }),
});

export const setPrices = define({
  method: 'PUT',
  path: `${root}/prices`,
  needs,
  fresh: true,
  summary: 'Sets prices, all or none; those that are not named stay.',
  body: pricesWanted,
  reply: z.object({
    prices: z.int(),
    /** What `prices/undo` takes to have it as it was. */
    undo: z.object({
      set: z.array(z.object(priceValues)),
      remove: z.array(z.object(pricePlace)),
    }),
  }),
});

export const planPrices = define({
  method: 'POST',
  path: `${root}/prices/plan`,
  needs,
  summary: 'What setting prices would change, without setting them.',
  body: pricesWanted,
  reply: z.object({
    added: z.int(),
    changed: z.int(),
    same: z.int(),
    /** Those that change, the first 200. */
    changes: z.array(z.object({ ...priceValues, before: amount })),
  }),
});

export const undoPrices = define({
  method: 'POST',
  path: `${root}/prices/undo`,
  needs,
  fresh: true,
  summary: 'Takes back what setting prices has changed, as its reply says it.',
  body: z.strictObject({
    set: z.array(z.strictObject(priceValues)).max(10_000),
    remove: z.array(z.strictObject(pricePlace)).max(10_000),
  }),
  reply: z.object({ set: z.int(), removed: z.int() }),
});

export const removePrice = define({
  method: 'POST',
  path: `${root}/prices/removal`,
  needs,
  fresh: true,
  summary: 'Removes one price.',
  body: z.strictObject(pricePlace),
});

export const showSystem = define({
  method: 'GET',
  path: `${root}/system`,
  needs,
  summary:
    'Processes that share the database, what each works on, and the settings without secrets.',
  reply: z.object({
    nowMs: instant,
    processes: z.array(
      z.object({
        id: z.int(),
        host: z.string(),
        pid: z.int(),
        version: z.string(),
        roles: z.array(z.string()),
        startedAtMs: instant,
        seenAtMs: instant,
        draining: z.boolean(),
        leases: z.array(z.string()),
      }),
    ),
    /** Nobody works on them. */
    freeLeases: z.array(z.string()),
    settings: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
});

export const drainProcess = define({
  method: 'PUT',
  path: `${root}/processes/{id}/draining`,
  needs,
  fresh: true,
  summary: 'Has a process hand over what it holds to the others, or take its share again.',
  params: byId,
  body: z.strictObject({ draining: z.boolean() }),
});
