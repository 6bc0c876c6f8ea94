/** How long answers are kept, and when they are asked for again. */
import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure.ts';
import { hooks } from '../api/with-person.ts';

const retriesMax = 2;
const freshMs = 10_000;
const waitMaxMs = 8_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      // What a person may not see does not become visible by asking again.
      retry: (count, failure) =>
        count < retriesMax && failure instanceof ApiFailure && failure.mayRetry,
      retryDelay: (count, failure) => {
        const asked = failure instanceof ApiFailure ? failure.retryAfterS : undefined;
        return Math.min(waitMaxMs, asked === undefined ? 500 * 2 ** count : asked * 1_000);
      },
      // The offline banner tells of it; whether the machine has any network says nothing about ours.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** What an operation has changed is asked again where it is shown. */
hooks.changed = (reads) =>
  void queries.invalidateQueries({
    predicate: ({ queryKey: [read] }) => reads.includes(String(read)),
  });
