/**
 * Counts what became of the recipients of campaigns, behind their commits, a slice at a time: a page reads a row for
 * each slice, however many recipients it has, and a slice all of whose recipients have ended is counted no more.
 */
import type { Clock } from '#core/clock.ts';
import { rested } from '#core/rested.ts';
import { type Changes, everMs, untilChanged } from '#core/until-changed.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { CampaignStore, OpenSlice } from './campaign-store.ts';

type CounterPorts = {
  readonly campaigns: Pick<
    CampaignStore,
    'slicesToCount' | 'countSlice' | 'noteCount' | 'stopCounting'
  >;
  readonly changes: Changes;
  readonly clock: Clock;
};

const everyMs = 2_000;
const slicesMax = 50;
/** A slice is looked at again after a while that grows with its age. */
const lookMs = { least: 2_000, most: 3_600_000 };

export function campaignCounter(ports: CounterPorts): LeaderJob {
  const work = untilChanged(ports.changes, (signal?: AbortSignal) => countSlices(ports, signal));
  return { name: 'count of campaigns', everyMs, work };
}

/** Whether there are any that are not counted for good. */
async function countSlices(ports: CounterPorts, signal?: AbortSignal): Promise<number> {
  const { campaigns, clock } = ports;
  for (const slice of await campaigns.slicesToCount(clock.nowMs(), slicesMax)) {
    signal?.throwIfAborted();
    await rested(clock, countSlice(slice, ports), signal);
  }
  return (await campaigns.slicesToCount(everMs, 1)).length;
}

async function countSlice(slice: OpenSlice, { campaigns, clock }: CounterPorts): Promise<void> {
  const count = await campaigns.countSlice(slice.messageId);
  // Its message was forgotten, and what was counted stays.
  if (count.recipients < slice.recipients) return campaigns.stopCounting(slice);
  const isOver = count.delivered + count.notDelivered === count.recipients;
  const nowMs = clock.nowMs();
  const waitMs = Math.min(lookMs.most, Math.max(lookMs.least, (nowMs - slice.sentAtMs) / 4));
  return campaigns.noteCount(slice, count, isOver ? null : Math.round(nowMs + waitMs));
}
