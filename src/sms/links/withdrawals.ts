/** Takes texts out of a link's reach while they wait, so that somebody may cancel or move them. */

import type { Clock } from '#core/clock.ts';
import type { Owed } from '#queue/job.ts';
import type { Claim } from '#queue/lane-memory.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { WaitingStore } from '#sms/waiting/waiting-store.ts';
import type { SubmitLanes } from './submit-lanes.ts';

export type WithdrawalPorts = {
  readonly lanes: Pick<SubmitLanes, 'claim' | 'release'>;
  readonly waiting: Pick<WaitingStore, 'findParts'>;
  /** Whether no submit of it went unanswered. */
  readonly isCertain: (owed: Owed<OutgoingPart>) => boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
};

/** All parts of a text that are owed: nobody submits them until they are gone or put back. */
export type Withdrawn = {
  readonly parts: readonly Owed<OutgoingPart>[];
  readonly claim: Claim<OutgoingPart>;
};

/**
 * Each set of jobs whole or not at all. They are read after they were claimed: what was submitted before is
 * gone from the table by then, and what is in flight cannot be claimed.
 */
export async function withdraw(
  lane: string,
  sets: readonly (readonly number[])[],
  { lanes, waiting, isCertain, clock }: WithdrawalPorts,
): Promise<readonly Withdrawn[]> {
  const claims = lanes.claim(lane, sets, clock.nowMs()).filter((claim) => claim !== undefined);
  const owed = await readOwed(lane, claims, { lanes, waiting });
  const ids = new Set(owed.keys());
  const isFree = (part: Owed<OutgoingPart>): boolean =>
    part.job.lane === lane && part.job.attempt === 0 && isCertain(part);
  return claims.flatMap((claim) => {
    const parts = claim.jobIds.flatMap((id) => owed.get(id) ?? []);
    if (parts.length === claim.jobIds.length && parts.every(isFree)) return [{ parts, claim }];
    lanes.release(lane, claim, ids);
    return [];
  });
}

async function readOwed(
  lane: string,
  claims: readonly Claim<OutgoingPart>[],
  { lanes, waiting }: Pick<WithdrawalPorts, 'lanes' | 'waiting'>,
): Promise<ReadonlyMap<number, Owed<OutgoingPart>>> {
  const jobIds = claims.flatMap((claim) => claim.jobIds);
  try {
    return new Map((await waiting.findParts(jobIds)).map((owed) => [owed.job.id, owed]));
  } catch (error) {
    for (const claim of claims) lanes.release(lane, claim, new Set(jobIds));
    throw error;
  }
}
