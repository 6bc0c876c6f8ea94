/** What stopping, cancelling and moving texts that wait asks of the storage. */

import type { Author } from '#core/author.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Owed } from '#queue/job.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { WrittenForm } from '#sms/text/form.ts';

/** Where a walk along a lane stands: behind this job. */
export type LaneCursor = { readonly dueAtMs: number; readonly jobId: number };

/** Before all that waits. */
export const laneStart: LaneCursor = { dueAtMs: 0, jobId: 0 };

/** A part that waits, as far as a walk must know it. */
export type WaitingPart = LaneCursor & { readonly phone: PhoneNumber; readonly attempt: number };

/** One of its parts, with what its message says. */
export type WaitingSlicePart = LaneCursor & {
  readonly partId: number;
  readonly attempt: number;
  readonly unanswered: number;
  /** A submit of it was about to leave, and nobody knows what became of it. */
  readonly intended: boolean;
  readonly phone: PhoneNumber;
  readonly form: WrittenForm;
  readonly parts: number;
  readonly operatorId: number;
  readonly cost: Millionths;
  readonly currency: string;
  readonly accountId: number;
  readonly tag: string;
  readonly acceptedAtMs: number;
  readonly test: boolean;
  /** A crash came between its parts: some were cancelled already. */
  readonly isCancelled: boolean;
};

export type LaneTaskState = 'open' | 'done' | 'stopped';

export type NewLaneTask = {
  readonly kind: 'cancel' | 'move';
  readonly filter: WaitingFilter;
  /** Of a move. */
  readonly toOperatorId: number | null;
};

export type LaneTask = NewLaneTask & {
  readonly id: number;
  readonly actor: string;
  readonly createdAtMs: number;
  readonly state: LaneTaskState;
  readonly endedAtMs: number | null;
  /** Cancelled or moved until now; a crash may leave its last batch uncounted. */
  readonly texts: number;
};

/** Of one commit: messages whole, each with the jobs of all its parts. */
export type TestTimeBatch = {
  readonly accountId: number;
  readonly byMs: number;
  readonly messageIds: readonly number[];
  readonly jobIds: readonly number[];
};

export type WaitingFilter = {
  readonly lane?: string | undefined;
  readonly operatorId?: number | undefined;
  readonly accountId?: number | undefined;
  readonly tag?: string | undefined;
  /** Digits that the phone begins with; a whole number is one phone. */
  readonly prefix?: string | undefined;
  /** Accepted before: nothing that comes while it is done. */
  readonly beforeMs: number;
};

export interface WaitingStore {
  /** All lanes with parts, also of what a limit holds; its cost is the number of lanes. */
  partLanes(): Promise<readonly string[]>;
  /** Parts of a lane by (due time, id) behind a place, due or not. */
  waitingParts(lane: string, after: LaneCursor, limit: number): Promise<readonly WaitingPart[]>;
  /** Those that are still owed, with all that they are made of. */
  findParts(jobIds: readonly number[]): Promise<readonly Owed<OutgoingPart>[]>;

  /** Parts of a lane by (due time, id) behind a place, due or not. */
  waitingSlice(
    lane: string,
    after: LaneCursor,
    limit: number,
  ): Promise<readonly WaitingSlicePart[]>;

  addTask(task: NewLaneTask, author: Author): Promise<number>;
  /** Newest first. */
  listTasks(limit: number): Promise<readonly LaneTask[]>;
  openTasks(): Promise<readonly LaneTask[]>;
  /** False where it is over. */
  stopTask(taskId: number, author: Author): Promise<boolean>;
  /** A batch is done. Answers whether the task is still open. */
  noteTexts(taskId: number, texts: number): Promise<boolean>;
  /** This owner of lanes has nothing left to do for it. */
  finishStep(taskId: number, owner: string): Promise<void>;
  stepsOf(taskId: number): Promise<readonly string[]>;
  /** Nobody has anything left to do for it. */
  finishTask(taskId: number, atMs: number): Promise<void>;

  /**
   * Moves test messages of the account and their jobs in one commit, with its row in the audit. What is scheduled
   * falls due at most, and its validity begins there; nothing comes before the author's instant. Gives how many parts
   * were moved: those that have left meanwhile are none.
   */
  moveTexts(batch: TestTimeBatch, author: Author): Promise<number>;
  /** How often that was done, or parts of a campaign were held or let go: where it has grown, what is in memory is not as it stands in the table. */
  countMoves(): Promise<number>;
}
