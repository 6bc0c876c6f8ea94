/** Limits in memory: the default ones, with the exceptions that a test makes. */
import { Counters } from '#accounts/limits/counters.ts';
import { Destinations } from '#accounts/limits/destinations.ts';
import { Limiter } from '#accounts/limits/limiter.ts';
import { type LimitException, PolicyCache } from '#accounts/limits/policy.ts';

export function openLimiter(exceptions: readonly LimitException[] = []) {
  const book = new PolicyCache([], exceptions);
  const limiter = new Limiter({
    counters: new Counters(),
    destinations: new Destinations(),
    busiestHour: () => 0,
    alert: () => undefined,
  });
  return { policyOf: (accountId: number) => book.of(accountId), limiter };
}
