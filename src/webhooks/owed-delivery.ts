/** The jobs that owe an event to its endpoints, and the lanes they wait in. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Job, Owed } from '#queue/job.ts';
import { laneName } from '#queue/lane.ts';
import { type OwedEvent, unnumbered } from '#queue/owed-event.ts';

/** How long a delivery is tried. */
export const deliveryLifeMs = 72 * 60 * 60 * 1_000;

type OwedDeliveries = {
  /** None: the account has no endpoint for it, and nothing is owed. */
  readonly endpointIds: readonly number[];
  readonly orderKey: string;
  readonly atMs: number;
};

export function oweDeliveries(
  { endpointIds, orderKey, atMs }: OwedDeliveries,
  { nextJobId }: { readonly nextJobId: () => number },
): Pick<OwedEvent, 'job' | 'copies'> {
  const owe = (endpointId: number): Job => ({
    id: nextJobId(),
    lane: laneOfEndpoint(endpointId),
    dueAtMs: atMs,
    attempt: 0,
    orderKey,
    expiresAtMs: atMs + deliveryLifeMs,
    subject: unnumbered,
  });
  const [first, ...others] = endpointIds;
  const job = first === undefined ? null : owe(first);
  return others.length === 0 ? { job } : { job, copies: others.map(owe) };
}

/** When it was first owed; a replay owes an event again. */
export function owedSinceMs({ expiresAtMs }: Pick<Job, 'expiresAtMs'>): number {
  return expiresAtMs - deliveryLifeMs;
}

/** Whether it was owed again, by a replay; a new event is owed at its creation. */
export function isReplayed({ job, load }: Owed<{ readonly createdAtMs: number }>): boolean {
  return owedSinceMs(job) > load.createdAtMs;
}

/** The same text for the same endpoint: one made again is hashed again by each map in which it is sought. */
const lanes = new BoundedMap<number, string>(10_000);

export function laneOfEndpoint(endpointId: number): string {
  const known = lanes.get(endpointId);
  if (known !== undefined) return known;
  const lane = laneName(`webhook/${endpointId}`);
  lanes.set(endpointId, lane);
  return lane;
}

export function endpointOfLane(lane: string): number {
  return Number(lane.slice('webhook/'.length));
}
