/**
 * Leases: the right of one process to work alone on what a name says, for as long as it shows that it
 * lives. An operator's bind is one (`sms/3/0`), a share of the endpoints is one (`webhook#7`).
 *
 *   free → held (renewed every few seconds) → given up, or over → free, and its epoch is one more
 *
 * The storage's clock decides when a lease is over; its holder stops earlier, by its own.
 */

import type { Role } from '#core/role.ts';
import type { ProcessNote, StoredNote } from './process-note.ts';

/** The epoch grows whenever the lease is taken, so that a late writer is known by it. */
export type Lease = { readonly name: string; readonly epoch: number };

/** Asked at the moment of use, not by a timer: a process that was stopped for a while wakes up here. */
export interface HeldLeases {
  /** Whether work under this lease may still begin. */
  holds(lease: Lease): boolean;
}

/** What takes leases to work under them. */
export interface LeaseHolder {
  /** The lease is ours from now on. */
  taken(lease: Lease): Promise<void> | void;
  /** Begins nothing more under it; settles when nothing is in progress and all results are stored. */
  handOver(lease: Lease): Promise<void>;
  /** It is over already: whatever is in progress ends at once, and what was learned is still stored. */
  lost(lease: Lease): Promise<void> | void;
}

/** A lease as it stands in the storage. */
export type StoredLease = Lease & {
  /** The process that holds it, or held it last; null once it was given up. */
  readonly owner: number | null;
  readonly expiresAtMs: number;
  /** Nobody holds it now. */
  readonly isFree: boolean;
};

/** A process that runs, or ran, on this storage. */
export type ProcessRecord = {
  readonly id: number;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly roles: readonly Role[];
  readonly startedAtMs: number;
  /** It takes no leases, and gives up those it has. */
  readonly draining: boolean;
};

export type SeenProcess = ProcessRecord & {
  /** By the storage's clock. */
  readonly seenAtMs: number;
};

export type LeaseView = {
  readonly leases: readonly StoredLease[];
  readonly processes: readonly SeenProcess[];
  /** The storage's clock. */
  readonly nowMs: number;
};

export interface LeaseStore {
  /**
   * One round: notes that the process lives, makes those of the named leases that it holds last for
   * `leaseMs` from now, also if they were over and nobody took them, and answers all there is. Forgets
   * processes that have not been seen for `forgetAfterMs`.
   */
  renew(round: LeaseRound): Promise<LeaseView>;
  /** Takes those of the named leases that are free; answers them with their new epochs. */
  take(processId: number, names: readonly string[], leaseMs: number): Promise<readonly Lease[]>;
  /** Gives up leases that the process holds in these epochs. */
  release(processId: number, leases: readonly Lease[]): Promise<void>;
  /** The process has ended: its record goes, and what it still holds is free. */
  leave(processId: number): Promise<void>;
  /** Frees every lease and forgets every process: for one that knows that it is alone. */
  freeAll(): Promise<void>;
  /** Has a process, all its threads, give up its leases, or take them again; false if there is none with that id. */
  drain(processId: number, draining: boolean): Promise<boolean>;
  view(): Promise<LeaseView>;

  /** In place of all that this process has told before; what others have not renewed for a minute goes. */
  saveNotes(processId: number, notes: readonly ProcessNote[]): Promise<void>;
  /** Of subjects that begin so, told within `freshMs` by the storage's clock. */
  listNotes(subjectPrefix: string, freshMs: number): Promise<readonly StoredNote[]>;
}

export type LeaseRound = {
  readonly process: ProcessRecord;
  readonly held: readonly string[];
  readonly leaseMs: number;
  readonly forgetAfterMs: number;
};
