/** What the program says of itself. */
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
