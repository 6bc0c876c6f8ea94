/** What looking for the parts of a stopped phone asks of the storage: slices of lanes, never a whole queue. */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Owed } from '#queue/job.ts';
import type { OutgoingPart } from '#sms/message.ts';

/** Where a walk along a lane stands: behind this job. */
export type LanePlace = { readonly dueAtMs: number; readonly jobId: number };

/** Before all that waits. */
export const laneStart: LanePlace = { dueAtMs: 0, jobId: 0 };

/** A part that waits, as far as a walk must know it. */
export type WaitingPart = LanePlace & { readonly phone: PhoneNumber; readonly attempt: number };

export interface WaitingPartStore {
  /** All lanes with parts, also of what a limit holds; its cost is the number of lanes. */
  partLanes(): Promise<readonly string[]>;
  /** Parts of a lane by (due time, id) behind a place, due or not. */
  waitingParts(lane: string, after: LanePlace, limit: number): Promise<readonly WaitingPart[]>;
  /** Those that are still owed, with all that they are made of. */
  findParts(jobIds: readonly number[]): Promise<readonly Owed<OutgoingPart>[]>;
}
