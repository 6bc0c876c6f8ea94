/** Parts of a paused campaign that were handed over and have not left: they wait in lanes where no engine looks. */
import type { Clock } from '#core/clock.ts';
import type { JobStore } from '#queue/job.ts';
import { laneNames } from '#queue/lane-pages.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import { pausedLane, readPartLane, readPausedLane } from '#sms/links/part-lane.ts';
import type { Campaign } from './campaign.ts';
import type { CampaignStore, LaneMove } from './campaign-store.ts';

type HeldPorts = {
  readonly campaigns: Pick<CampaignStore, 'moveParts'>;
  readonly jobs: Pick<JobStore, 'lanesWithWork'>;
};

/** Of a lane in one commit: some milliseconds. */
const limit = 2_000;
const expiredEveryMs = 60_000;

/** The lanes in which the account's bulk parts wait to leave. */
export async function dueLanes(
  accountId: number,
  { jobs }: Pick<HeldPorts, 'jobs'>,
): Promise<readonly string[]> {
  const lanes = await laneNames(jobs, 'sms');
  return lanes.filter((lane) => {
    const place = readPartLane(lane);
    return place?.accountId === accountId && place.class === 'bulk';
  });
}

/** Texts of which no part was tried; the others are on their way. */
export async function holdParts(
  { id: campaignId, accountId }: Pick<Campaign, 'id' | 'accountId'>,
  ports: HeldPorts,
): Promise<number> {
  const lanes = await dueLanes(accountId, ports);
  const moves = lanes.map((from) => {
    return { from, to: pausedLane(from, campaignId), campaignId, limit };
  });
  return moveAll(moves, ports);
}

/** Answers how many leave from now on. */
export async function letPartsGo(campaignId: number, ports: HeldPorts): Promise<number> {
  const held = await laneNames(ports.jobs, 'paused');
  const own = held.filter((lane) => readPausedLane(lane).campaignId === campaignId);
  return moveAll(
    own.map((from) => ({ from, to: readPausedLane(from).lane, limit })),
    ports,
  );
}

/** What has waited past its validity is refused where its lane is worked on, with its money given back. */
export function pausedExpiry(
  ports: HeldPorts & { readonly clock: Pick<Clock, 'nowMs'> },
): LeaderJob {
  return {
    name: 'expiry of paused campaigns',
    everyMs: expiredEveryMs,
    work: async () => {
      const expiredAtMs = ports.clock.nowMs();
      const held = await laneNames(ports.jobs, 'paused');
      const moves = held.map((from) => ({
        from,
        to: readPausedLane(from).lane,
        limit,
        expiredAtMs,
      }));
      await moveAll(moves, ports);
    },
  };
}

async function moveAll(moves: readonly LaneMove[], { campaigns }: HeldPorts): Promise<number> {
  let moved = 0;
  for (const move of moves) {
    for (let last = limit; last === limit; moved += last) last = await campaigns.moveParts(move);
  }
  return moved;
}
