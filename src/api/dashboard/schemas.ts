/** Pieces of which definitions are made. It imports nothing that runs on the server alone. */
import { z } from 'zod';

/** A whole number in a path or a query, where everything arrives as text. */
export const wholeText = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

export const account = z.string().meta({ description: 'The id of the account.' });
/** Of an account's things that are numbered. */
export const numbered = { account, id: wholeText };

/** Lists go by cursor, the newest first: `after` is the id of the last one that was read. */
export const page = {
  after: wholeText.optional(),
  limit: wholeText.pipe(z.int().min(1).max(200)).optional(),
};

export const pageMax = 100;

/** Milliseconds since 1970. */
export const instant = z.int().meta({ description: 'Milliseconds since 1970.' });

/** A row's number as text: it stands in paths and cursors. */
export const idText = z.string().regex(/^\d{1,16}$/, 'is not an id');

export const inAccount = z.object({ account });

/** Exact, in units of the currency beside it: `0.038`. */
export const amount = z.string();

/** With its plus; with stars in it for roles that may not read it. */
export const phone = z.string();

/** The cursor of the next page; null: there is nothing more. */
export const next = z.string().nullable();

export const mode = z.enum(['live', 'test']);

/** Lists go by cursor: `after` is the `next` of the page before. */
export const pageQuery = z.object(page);

/** Of lists by id, which is the order of time as well. */
export const order = z.enum(['newest', 'oldest']).optional();

/** Of a total: it is of the newest so many alone, as there are more; null: of all. */
export const of = z.int().nullable();
