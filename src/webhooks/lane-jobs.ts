/** The jobs of an endpoint's lane in memory: how they are read, in which order, and how many. */
import { type LaneBudget, LaneMemory } from '#queue/lane-memory.ts';
import type { DeliverySettings } from './endpoint.ts';
import { type Overtaken, overtakable } from './overtaken.ts';
import { isReplayed } from './owed-delivery.ts';
import type { Delivery, WebhookStore } from './webhook-store.ts';

/** Jobs in retry that a lane knows of from before its process; past it one may be overtaken. */
const retriesKnownMax = 10_000;
/** Jobs held in memory; past it they are read from the table. */
const jobsMax = 1_000;
/** Of one read, for which the other lanes wait on SQLite: 0.6 to 1.3 ms; of 1,000 rows 4 to 11 ms. */
const rowsMax = 256;

type LaneJobsPorts = {
  readonly store: Pick<WebhookStore, 'dueDeliveries' | 'jobsInRetry' | 'putOffDeliveries'>;
  readonly budget: LaneBudget;
  readonly overtaken: Overtaken;
};

export function openLaneJobs(
  lane: string,
  ordering: DeliverySettings['ordering'],
  { store, budget, overtaken }: LaneJobsPorts,
): LaneMemory<Delivery> {
  return new LaneMemory(lane, {
    read: (query) => store.dueDeliveries({ ...query, ordering }),
    // What an owner before this one put off.
    async readInRetry() {
      if (ordering !== 'strict') {
        overtaken.remember(await store.putOffDeliveries({ lane, ...overtakable }));
      }
      return ordering === 'none' ? [] : store.jobsInRetry(lane, retriesKnownMax, ordering);
    },
    jobsMax,
    rowsMax,
    budget,
    ordered: ordering === 'key',
    strict: ordering === 'strict',
    ...(ordering !== 'strict' && { standsBack: isReplayed }),
  });
}
