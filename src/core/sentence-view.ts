/** A sentence in an answer: in both languages, because the one who shows it knows the reader. */
import { z } from 'zod';

export const sentenceView = z.object({ en: z.string(), fr: z.string() });
