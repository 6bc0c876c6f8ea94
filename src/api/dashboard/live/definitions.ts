/** What happens in an account, as it happens. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { inAccount } from '../schemas.ts';

export const streamEvents = define({
  method: 'GET',
  path: '/api/accounts/{account}/live',
  needs: 'read facts',
  summary:
    'Server-sent events of what happens in an account; `Last-Event-ID` resumes without a gap.',
  params: inAccount,
  query: z.object({
    /** Kinds of events with commas between: `dlr,reply,mail`; left out: all. */
    topics: z
      .string()
      .regex(/^[a-z_.]{1,40}(?:,[a-z_.]{1,40}){0,19}$/)
      .optional(),
    /** A cursor, for who comes back without the header. */
    after: z.string().max(8_000).optional(),
  }),
});

export const recentHappenings = define({
  method: 'GET',
  path: '/api/accounts/{account}/happenings',
  needs: 'read facts',
  summary: 'The last that has happened in an account, oldest first, as its live stream tells it.',
  params: inAccount,
  reply: z.object({
    happenings: z.array(
      z.object({
        /** Of a stored event. */
        id: z.string().optional(),
        event: z.string(),
        createdAt: z.string(),
        /** A message and a phone, or what else it is about. */
        about: z.string(),
        test: z.boolean().optional(),
        /** For roles that may read contents. */
        payload: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
});
