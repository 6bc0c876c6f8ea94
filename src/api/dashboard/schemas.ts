/** Pieces of which definitions are made. It imports nothing that runs on the server alone. */
import { z } from 'zod';

/** A whole number in a path or a query, where everything arrives as text. */
const wholeText = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

const account = z.string().meta({ description: 'The id of the account.' });
/** Of an account's things that are numbered. */
export const numbered = { account, id: wholeText };

/** Milliseconds since 1970. */
export const instant = z.int().meta({ description: 'Milliseconds since 1970.' });

export const inAccount = z.object({ account });

/** Exact, in units of the currency beside it: `0.038`. */
export const amount = z.string();

export const mode = z.enum(['live', 'test']);
