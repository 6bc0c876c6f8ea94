/** The job that owes an event to its endpoint, and the lane it waits in. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Job } from '#queue/job.ts';
import { laneName } from '#queue/lane.ts';
import { unnumbered } from '#queue/owed-event.ts';

/** How long a delivery is tried. */
const deliveryLifeMs = 72 * 60 * 60 * 1_000;

export type OwedDelivery = {
  /** Null: the account has no endpoint, and nothing is owed. */
  readonly endpointId: number | null;
  readonly orderKey: string;
  readonly atMs: number;
};

export function oweDelivery(
  { endpointId, orderKey, atMs }: OwedDelivery,
  { nextJobId }: { readonly nextJobId: () => number },
): Job | null {
  if (endpointId === null) return null;
  return {
    id: nextJobId(),
    lane: laneOfEndpoint(endpointId),
    dueAtMs: atMs,
    attempt: 0,
    orderKey,
    expiresAtMs: atMs + deliveryLifeMs,
    subject: unnumbered,
  };
}

/** The same text for the same endpoint: one made anew is hashed anew by each map in which it is sought. */
const lanes = new BoundedMap<number, string>(10_000);

function laneOfEndpoint(endpointId: number): string {
  const known = lanes.get(endpointId);
  if (known !== undefined) return known;
  const lane = laneName(`webhook/${endpointId}`);
  lanes.set(endpointId, lane);
  return lane;
}

export function endpointOfLane(lane: string): number {
  return Number(lane.slice('webhook/'.length));
}
