/** Ranges that fraud calls: nobody's calls are led there, whatever was opened for an account. */
import { z } from 'zod';
import { define } from '../definition.ts';
import { instant } from '../schemas.ts';

const root = '/api/console/risky-ranges';
const needs = 'administrator';
const prefix = z.string().regex(/^[1-9]\d{0,14}$/, 'must be 1 to 15 digits, without a plus');

const range = z.object({
  prefix: z.string(),
  /** ISO 3166: the country that their calling code is known for; null: there is none. */
  country: z.string().nullable(),
  reason: z.string(),
  listedAtMs: instant,
});

export const listRiskyRanges = define({
  method: 'GET',
  path: root,
  needs,
  summary: 'Ranges of numbers that fraud calls: no call is led there.',
  reply: z.object({ ranges: z.array(range), max: z.int() }),
});

export const saveRiskyRange = define({
  method: 'PUT',
  path: `${root}/{prefix}`,
  needs,
  fresh: true,
  summary: 'Closes a range of numbers to all calls, or says another reason for it.',
  params: z.object({ prefix }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(200) }),
});

export const removeRiskyRange = define({
  method: 'DELETE',
  path: `${root}/{prefix}`,
  needs,
  fresh: true,
  summary: 'Takes a range off the list: accounts call there that were allowed to.',
  params: z.object({ prefix }),
});
