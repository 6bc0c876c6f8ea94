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
