/** Views of accounts. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant, wholeText } from '../schemas.ts';

const needs = 'administrator';

export const viewAccount = define({
  method: 'POST',
  path: '/api/console/accounts/{id}/view',
  needs,
  fresh: true,
  summary:
    'Shows an account for 30 minutes as its people see it, for reading alone; its audit has the reason.',
  params: z.object({ id: wholeText }),
  body: z.strictObject({ reason: z.string().trim().min(5).max(200) }),
  reply: z.object({ endsAtMs: instant }),
});

export const endView = define({
  method: 'DELETE',
  path: '/api/console/view',
  needs,
  summary: 'Ends the view of an account.',
});
