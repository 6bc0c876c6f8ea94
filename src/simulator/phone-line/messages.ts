/** What a page and a phone line say to each other as text; sound goes beside it as octets. */
import { z } from 'zod';

const side = z.enum(['caller', 'called']);

export const lineOrder = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('call'),
    /** Digits of a number for films and examples; empty hides the caller. */
    from: z.string().regex(/^(?:\d{8,15})?$/),
    /** Digits of a number of the account. */
    to: z.string().regex(/^\d{8,15}$/),
  }),
  /** Of the phone that rings. */
  z.object({ do: z.literal('answer') }),
  z.object({ do: z.literal('decline') }),
  z.object({ do: z.literal('hang up'), side }),
  /** The phone to hear and to speak through from now on. */
  z.object({ do: z.literal('take'), side }),
  z.object({ do: z.literal('press'), key: z.string().regex(/^[0-9*#]$/) }),
  z.object({ do: z.literal('speak sample'), language: z.enum(['en', 'fr']) }),
]);

export type LineOrder = z.output<typeof lineOrder>;

export type LineSide = z.output<typeof side>;

/** What becomes of a phone. */
export type LineEvent =
  | { readonly what: 'calling' }
  | { readonly what: 'ringing'; readonly status: number }
  /** Digits; empty where the caller hides. */
  | { readonly what: 'rings'; readonly from: string }
  | { readonly what: 'answered' }
  | { readonly what: 'hears key'; readonly key: string }
  | { readonly what: 'hung up'; readonly by: 'this phone' | 'the other side' }
  | { readonly what: 'refused'; readonly status: number }
  | { readonly what: 'failed'; readonly why: string };

export type LineTold = { readonly side: LineSide } & LineEvent;

/** Why the server closes a line, as the codes of RFC 6455 §7.4 say it. */
export const lineEnd = {
  'the call is over': 1_000,
  'the session has ended': 4_401,
  'nothing was ordered': 4_408,
  'too many lines': 4_429,
  'order is not understood': 1_008,
} as const;
