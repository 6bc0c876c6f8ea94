/** When a delivery that is pending is tried next, as far as what is stored tells. */
import type { Endpoint } from './endpoint.ts';

export type Waiting = {
  readonly dueAtMs: number;
  readonly endpointState: Endpoint['state'];
  /** Of the lane's circuit breaker: nothing is sent before. */
  readonly openUntilMs: number;
};

/** At the earliest, and never in the past. Null: as soon as its turn comes; not at all while the endpoint is held. */
export function nextAttemptOf(
  { dueAtMs, endpointState, openUntilMs }: Waiting,
  nowMs: number,
): number | null {
  if (endpointState !== 'active') return null;
  const atMs = Math.max(dueAtMs, openUntilMs);
  return atMs > nowMs ? atMs : null;
}
