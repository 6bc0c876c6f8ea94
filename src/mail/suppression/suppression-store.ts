/** What the suppression list asks of the storage. People's changes name their author, for the audit. */

import type { Author } from '#core/author.ts';
import type { Place } from '#core/id-paging.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type {
  NewSuppression,
  Suppression,
  SuppressionChange,
  SuppressionReason,
} from './suppression.ts';

export type AddedSuppression = {
  /** A weak refusal that was not the third is no entry in force: its `expiresAtMs` is 0. */
  readonly entry: Suppression;
  /** It stops mail that was not stopped for this reason before. */
  readonly isNew: boolean;
};

export type SuppressionFilter = {
  readonly accountId: number;
  readonly stream?: string | undefined;
  readonly reason?: SuppressionReason | undefined;
  readonly address?: string | undefined;
  /** How the address begins, in any letter case. */
  readonly begins?: string | undefined;
  readonly createdFromMs?: number | undefined;
  readonly createdBeforeMs?: number | undefined;
};

export interface SuppressionStore {
  /**
   * One commit, at most 300. Weak refusals are counted, the others stand once. What an author adds is told
   * later, see `untoldChanges`.
   */
  addSuppressions(
    added: readonly NewSuppression[],
    author?: Author,
  ): Promise<readonly AddedSuppression[]>;
  /** Entries in force of any stream for these, which are in the form of `suppressedForm`. */
  findSuppressed(
    asked: readonly { readonly accountId: number; readonly addresses: readonly string[] }[],
    nowMs: number,
  ): Promise<readonly Suppression[]>;
  /** In force. Without `afterId` the newest first. */
  listSuppressions(
    filter: SuppressionFilter,
    page: Partial<Place> & { readonly limit: number; readonly nowMs: number },
  ): Promise<readonly Suppression[]>;
  countSuppressions(filter: SuppressionFilter, nowMs: number): Promise<number>;
  findSuppression(accountId: number, id: number): Promise<Suppression | undefined>;
  /** Those of the filter up to this many, oldest first. What an author takes away is told later. */
  releaseSuppressions(
    filter: SuppressionFilter,
    release: { readonly limit: number; readonly nowMs: number },
    author?: Author,
  ): Promise<{ readonly removed: number; readonly inForce: readonly Suppression[] }>;
  /** False: it was not there, and nobody is told. */
  removeSuppression(accountId: number, id: number, events: readonly OwedEvent[]): Promise<boolean>;
  /** Notes that the time of entries is over, up to so many; how many there were. */
  noteEnds(nowMs: number, limit: number): Promise<number>;
  /** The oldest first. */
  untoldChanges(limit: number): Promise<readonly SuppressionChange[]>;
  /** One commit of their events; false: some were told meanwhile, and nothing is stored. */
  putEventsOfChanges(
    told: readonly { readonly id: number; readonly events: readonly OwedEvent[] }[],
  ): Promise<boolean>;
}
