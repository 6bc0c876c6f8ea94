/** When an endpoint whose deliveries all fail is disabled, and how often its people are warned before. */
import type { BreakerState } from './endpoint-breaker.ts';

const dayMs = 86_400_000;
/** A receiver that has taken nothing for so long, tried so often, is given up. */
const givenUp = { afterMs: 5 * dayMs, attemptsMin: 10 };

/** Since the first failure: soon, and then as the end comes near. */
const warningsAtMs = [
  1_800_000,
  ...[0.5, 0.7, 0.9].map((share) => Math.round(share * givenUp.afterMs)),
];

export function hopeless({ failingSinceMs, failedAttempts }: BreakerState, nowMs: number): boolean {
  if (failingSinceMs === 0) return false;
  return failedAttempts >= givenUp.attemptsMin && nowMs - failingSinceMs >= givenUp.afterMs;
}

/** How many warnings are to have been told by now. */
export function warningDue({ failingSinceMs }: BreakerState, nowMs: number): number {
  if (failingSinceMs === 0) return 0;
  return warningsAtMs.filter((afterMs) => nowMs - failingSinceMs >= afterMs).length;
}

/** When it is given up, if it goes on like this. */
export function givenUpAtMs({ failingSinceMs }: Pick<BreakerState, 'failingSinceMs'>): number {
  return failingSinceMs + givenUp.afterMs;
}
