/** The console: operators, routes, prices, and processes, for those who run the installation. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant, wholeText } from '../schemas.ts';

export * from './account-view-definitions.ts';
export * from './doctor-definitions.ts';
export * from './number-definitions.ts';

const root = '/api/console';
const needs = 'administrator';
const byId = z.object({ id: wholeText });
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
