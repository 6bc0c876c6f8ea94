/** What phones have sent: threads by number and phone, and the texts of one with what was sent to it. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { inAccount, instant, mode, next, pageQuery, phone } from '../schemas.ts';

const reply = z.object({
  id: z.int(),
  phone,
  /** In digits, for the path of its thread; null: this role sees no phones. */
  sender: z.string().nullable(),
  /** The number that it was sent to. */
  number: z.string(),
  kind: z.enum(['reply', 'stop', 'start', 'binary', 'unclaimed']),
  /** Null: no text, or not for this role. */
  text: z.string().nullable(),
  receivedAt: instant,
  partsReceived: z.int(),
  partsTotal: z.int(),
  /** Null: it answers none of ours. */
  answers: z.int().nullable(),
  mode,
});

export const listThreads = define({
  method: 'GET',
  path: '/api/accounts/{account}/replies',
  needs: 'read facts',
  summary: 'Lists who has written to which number: the last text of each, the newest first.',
  params: inAccount,
  query: pageQuery,
  reply: z.object({ threads: z.array(reply), next }),
});

export const readThread = define({
  method: 'GET',
  path: '/api/accounts/{account}/replies/{number}/{sender}',
  needs: 'read contents',
  summary: 'Tells what a phone and one of the numbers have written to each other lately.',
  params: inAccount.extend({
    number: z.string().regex(/^\d{3,15}$/),
    sender: z.string().min(1).max(21),
  }),
  reply: z.object({
    phone,
    isStopped: z.boolean(),
    /** Oldest first. */
    texts: z.array(
      z.object({
        key: z.string(),
        from: z.enum(['phone', 'us']),
        text: z.string().nullable(),
        at: instant,
        kind: z.string(),
        /** Of ours: where it stands. */
        state: z.string().nullable(),
        messageId: z.int().nullable(),
        mode,
      }),
    ),
  }),
});
