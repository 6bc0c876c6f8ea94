/** One box that finds what an account has, by exact keys. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { inAccount, instant, phone } from '../schemas.ts';

export const searchAccount = define({
  method: 'GET',
  path: '/api/accounts/{account}/search',
  needs: 'read facts',
  summary:
    'Finds by phone in any form, email address, message id, tag, and the ids of webhooks, requests, calls and operators; the newest first.',
  params: inAccount,
  query: z.object({ q: z.string().trim().min(1).max(254) }),
  reply: z.object({
    found: z.array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('message'),
          at: instant,
          messageId: z.int(),
          place: z.int(),
          phone,
          state: z.string(),
          tag: z.string(),
        }),
        z.object({
          kind: z.literal('reply'),
          at: instant,
          phone,
          /** Of the thread; null: this role sees no phones. */
          sender: z.string().nullable(),
          number: z.string(),
          text: z.string().nullable(),
        }),
        z.object({ kind: z.literal('stop'), at: instant, phone }),
        z.object({
          kind: z.literal('call'),
          at: instant,
          callId: z.int(),
          /** The number that was called. */
          number: z.string(),
          /** Who called; empty for one who hides. */
          phone,
        }),
        z.object({
          kind: z.literal('email'),
          at: instant,
          emailId: z.string(),
          /** Empty where this role may not read it. */
          subject: z.string(),
          tag: z.string(),
        }),
        z.object({ kind: z.literal('suppression'), at: instant, address: z.string() }),
        z.object({
          kind: z.literal('event'),
          at: instant,
          eventId: z.string(),
          event: z.string(),
        }),
      ]),
    ),
  }),
});
