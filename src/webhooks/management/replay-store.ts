/** What replays ask of the storage. */

import type { Author } from '#core/author.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { Job } from '#queue/job.ts';

/** Which of an account's events are owed to an endpoint once more. */
export type ReplayFilter = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Whole (`dlr`) or by their first word (`reply`); none: all. */
  readonly kinds: readonly string[];
  /** Whether they were received: by this endpoint. */
  readonly outcome: 'any' | 'delivered' | 'undelivered';
  /** Digits; empty: any. */
  readonly phone: string;
  /** Of the key that asked; undefined: a person asked, for both. */
  readonly mode?: KeyMode | undefined;
};

export type NewReplay = ReplayFilter & {
  readonly accountId: number;
  readonly endpointId: number;
  readonly createdAtMs: number;
};

export type Replay = NewReplay & {
  readonly id: number;
  readonly state: 'running' | 'done' | 'cancelled';
  /** The last event that was looked at. */
  readonly afterEventId: number;
  /** Deliveries that were owed anew. */
  readonly made: number;
  /** Jobs of the slice that was made last; 0: none was. */
  readonly firstJobId: number;
  readonly lastJobId: number;
  readonly endedAtMs: number | null;
};

export type ScannedEvent = {
  readonly id: number;
  readonly test: boolean;
  readonly kind: string;
  readonly orderKey: string;
  readonly url: string | null;
  readonly createdAtMs: number;
};

export type ReplayStep = Pick<
  Replay,
  'state' | 'afterEventId' | 'made' | 'firstJobId' | 'lastJobId'
> & {
  readonly endedAtMs: number | null;
};

export interface ReplayStore {
  /** Undefined where one is under way for that endpoint. */
  createReplay(replay: NewReplay): Promise<Replay | undefined>;
  /** An account's last ones, newest first; of one mode, those that a key of it has begun. */
  listReplays(accountId: number, limit: number, mode?: KeyMode): Promise<readonly Replay[]>;
  runningReplays(limit: number): Promise<readonly Replay[]>;
  /** What is made stays owed; false where it is not under way, or not of the mode that is named. */
  cancelReplay(replay: Pick<Replay, 'id' | 'accountId' | 'mode'>, author: Author): Promise<boolean>;
  /** In the order of their ids. */
  scanEvents(accountId: number, afterId: number, limit: number): Promise<readonly ScannedEvent[]>;
  /** Of these events, those that the endpoint has received, and those that it is still owed. */
  standingOf(
    endpointId: number,
    lane: string,
    events: readonly ScannedEvent[],
  ): Promise<{ readonly received: ReadonlySet<number>; readonly owed: ReadonlySet<number> }>;
  /** Of the jobs with these ids, how many are still owed. */
  countJobs(firstId: number, lastId: number): Promise<number>;
  putJobs(jobs: readonly Job[]): Promise<void>;
  /** One commit; false where another process has gone on meanwhile, and nothing was done. */
  advanceReplay(replay: Replay, step: ReplayStep, jobs: readonly Job[]): Promise<boolean>;
}
