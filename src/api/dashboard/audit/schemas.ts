/** What the audits of an account and of the installation are asked by, and what they answer. */
import { z } from 'zod';
import { instant, next, of, wholeText } from '../schemas.ts';

/** How they begin, in any letter case. */
const beginning = z.string().max(200).optional();

export const auditFilter = {
  actor: beginning,
  /** A noun and what was done to it: `route.set`. */
  action: beginning,
  target: beginning,
  from: wholeText.optional(),
  /** Exclusive. */
  until: wholeText.optional(),
};

export const auditPage = z.object({
  records: z.array(
    z.object({
      id: z.int(),
      atMs: instant,
      actor: z.string(),
      /** Null where it is about no account. */
      accountId: z.int().nullable(),
      action: z.string(),
      target: z.string(),
      details: z.string().meta({ description: 'What it was changed to, as JSON.' }),
    }),
  ),
  next,
});

export const auditTotal = z.object({ records: z.int(), of });
