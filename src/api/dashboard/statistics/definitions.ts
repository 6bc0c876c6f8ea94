/** How much an account has sent and what it cost, by the hour or the day. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { amount, inAccount, instant, mode, wholeText } from '../schemas.ts';

export const accountStatistics = define({
  method: 'GET',
  path: '/api/accounts/{account}/statistics',
  needs: 'read facts',
  summary: 'Parts sent and their cost, less what was given back, by hour or day of the account.',
  params: inAccount,
  query: z.object({
    mode,
    by: z.enum(['hour', 'day']),
    from: wholeText,
    /** Exclusive; 400 days behind `from` at the most. */
    until: wholeText,
  }),
  reply: z.object({
    currency: z.string(),
    /** Of the account's days: some have 23 hours, some 25. */
    zone: z.string(),
    parts: z.int(),
    cost: amount,
    /** Each begins where the one before ends; those in which nothing was sent too. */
    steps: z.array(z.object({ from: instant, parts: z.int(), cost: amount })),
  }),
});
