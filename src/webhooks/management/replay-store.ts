/** What replays ask of the storage. */

import type { KeyMode } from '#model/key-mode.ts';

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
  /** Deliveries that were owed again. */
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
> & { readonly endedAtMs: number | null };
