/** The STOP list: who wants nothing from the account any more. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { idText, inAccount, instant, next, pageQuery, phone } from '../schemas.ts';

export const listStops = define({
  method: 'GET',
  path: '/api/accounts/{account}/stops',
  needs: 'read facts',
  summary: 'Lists the phones that want nothing from the account, the newest first.',
  params: inAccount,
  query: pageQuery.extend({
    /** A phone in any form: it alone. */
    phone: z.string().max(40).optional(),
  }),
  reply: z.object({
    stops: z.array(
      z.object({
        id: z.int(),
        phone,
        /** Who put it there. */
        source: z.enum(['reply', 'client', 'administrator']),
        createdAt: instant,
        /** The text of the phone that proves it, where one is kept. */
        proof: z
          .object({ text: z.string().nullable(), number: z.string(), at: instant })
          .nullable(),
      }),
    ),
    count: z.int(),
    next,
  }),
});

export const addStops = define({
  method: 'POST',
  path: '/api/accounts/{account}/stops',
  needs: 'send',
  whileClosed: true,
  summary: 'Puts phones on the STOP list, a thousand at a time.',
  params: inAccount,
  body: z.object({ phones: z.array(z.string().max(40)).min(1).max(1_000) }),
  reply: z.object({
    added: z.int(),
    /** What can be no phone number. */
    wrong: z.array(z.string()),
  }),
});

export const removeStop = define({
  method: 'DELETE',
  path: '/api/accounts/{account}/stops/{stop}',
  needs: 'send',
  summary: 'Takes a phone off the STOP list, and writes down why.',
  params: inAccount.extend({ stop: idText }),
  body: z.object({ reason: z.string().trim().min(3).max(300) }),
  reply: z.object({}),
});

export const exportStops = define({
  method: 'GET',
  path: '/api/accounts/{account}/stops.csv',
  needs: 'read contents',
  fresh: true,
  summary: 'The STOP list as a CSV file.',
  params: inAccount,
});
