/** `event live`: what happens in an account, as it happens. Roles that may not read contents hear that it did. */
import { z } from 'zod';
import { operation, refuse } from '#core/operation.ts';
import { streamAnswer } from '#core/stream-answer.ts';
import type { LivePages } from './live-pages.ts';

export const followEvents = operation({
  name: 'event live',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({
    /** Kinds of events with commas between: `dlr,reply,mail`; left out: all. */
    topics: z
      .string()
      .regex(/^[a-z_.]{1,40}(?:,[a-z_.]{1,40}){0,19}$/)
      .optional(),
    /** A cursor, where `Last-Event-ID` says none. */
    after: z.string().max(8_000).optional(),
  }),
  output: streamAnswer,
  refusals: ['too many readers'],
  async run(
    { livePages }: { readonly livePages: Pick<LivePages, 'begin'> },
    { topics, after = '' },
    { accountId, role, who },
  ) {
    const kinds = topics?.split(',') ?? [];
    const begun = await livePages.begin({
      accountId,
      role,
      kinds,
      after,
      userId: who?.userId ?? 0,
    });
    return begun ?? refuse('too many readers', { params: { retryAfterS: 5 } });
  },
});
