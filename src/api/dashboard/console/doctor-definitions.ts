/** What the program says of itself: an examination, and a document for whoever looks for a fault. */
import { z } from 'zod';
import { define } from '../definition.ts';

const needs = 'administrator';

export const examine = define({
  method: 'POST',
  path: '/api/console/examination',
  needs,
  summary:
    'Looks at folder, disk, key, clock, database, money, binds, certificates, backup and what is late, as `parley doctor` does.',
  body: z.strictObject({}),
  reply: z.object({
    findings: z.array(
      z.object({
        of: z.string(),
        verdict: z.enum(['ok', 'warn', 'fail']),
        says: z.string(),
        /** What to do where it is not well. */
        fix: z.string().nullable(),
      }),
    ),
  }),
});

export const diagnose = define({
  method: 'GET',
  path: '/api/console/diagnostics.json',
  needs,
  fresh: true,
  summary:
    'One document about set-up and state, without secrets, contents, phones, addresses or names of customers.',
});
