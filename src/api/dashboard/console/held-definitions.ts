/** What limits hold until somebody decides. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant } from '../schemas.ts';

const root = '/api/console/held';
const needs = 'administrator';
const account = { accountId: z.int(), account: z.string() };

export const listHeld = define({
  method: 'GET',
  path: root,
  needs,
  summary: 'Messages and mails of accounts that a limit holds until somebody decides.',
  reply: z.object({
    messages: z.array(
      z.object({
        ...account,
        parts: z.int(),
        /** The limit that held the first of them. */
        rule: z.string().nullable(),
        sinceMs: instant.nullable(),
        /** The first of them expire then, with their money given back. */
        endsAtMs: instant,
      }),
    ),
    mails: z.array(z.object({ ...account, mails: z.int(), reason: z.string() })),
  }),
});

export const releaseHeld = define({
  method: 'POST',
  path: `${root}/release`,
  needs,
  fresh: true,
  summary: 'Sends what is held of an account, or lets it expire, which gives its money back.',
  body: z.strictObject({
    accountId: z.int().min(1),
    kind: z.enum(['messages', 'mails']),
    how: z.enum(['send', 'expire']),
  }),
  reply: z.object({ released: z.int() }),
});
