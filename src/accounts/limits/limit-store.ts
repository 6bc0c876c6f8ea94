/** What policies, limits and their counters ask of the storage. */
import type { Author } from '#core/author.ts';
import type { StoredWindow, WindowDelta } from './counters.ts';
import type { AccountPolicy, LimitException } from './policy.ts';

/** A limit that stands in the way, which one can be taken back to its default. */
export type LimitKey = Pick<LimitException, 'accountId' | 'keyId' | 'rule'>;

/** Messages of an account that nobody has released yet. */
export type HeldMessages = {
  readonly accountId: number;
  readonly parts: number;
  /** The one that was accepted first. */
  readonly firstPartId: number;
  /** The first of them expire then. */
  readonly endsAtMs: number;
};

export interface LimitStore {
  /** Of accounts that differ from the default. */
  listPolicies(): Promise<readonly AccountPolicy[]>;
  savePolicy(policy: AccountPolicy, author: Author): Promise<void>;
  listExceptions(): Promise<readonly LimitException[]>;
  setException(exception: LimitException, author: Author): Promise<void>;
  /** False if there was none. */
  removeException(place: LimitKey, author: Author): Promise<boolean>;
  /** Adds what a process has counted; answers the sums of all, in any order. */
  addToWindows(deltas: readonly WindowDelta[]): Promise<readonly StoredWindow[]>;
  /** Windows that have not ended, at most so many. */
  openWindows(nowMs: number, max: number): Promise<readonly StoredWindow[]>;
  /** The largest hour of each country of each account that began since then. */
  busiestHours(sinceMs: number): Promise<ReadonlyMap<string, number>>;
  /** Lets an account count from zero again, in all processes. */
  resetWindows(accountId: number, author: Author): Promise<void>;
  /** Grows with every reset. */
  windowsGeneration(): Promise<number>;
  /** Drops windows that ended before then, a slice at a time; answers how many. */
  forgetWindows(endedBeforeMs: number, limit: number): Promise<number>;
  listHeld(): Promise<readonly HeldMessages[]>;
  /** Sends what is held of an account, or lets it expire, which gives its money back; answers the parts. */
  releaseHeld(accountId: number, how: 'send' | 'expire', author: Author): Promise<number>;
  /** Held parts whose validity is over go back to their lanes, which refuse them. */
  expireHeld(nowMs: number): Promise<number>;
}
