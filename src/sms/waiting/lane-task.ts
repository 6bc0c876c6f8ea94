/** What people have ordered for texts that wait, as rows: who owns the lanes does it, and a restart goes on. */
import type { Author } from '#core/author.ts';
import type { WaitingFilter } from './waiting-filter.ts';

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

export interface LaneTaskStore {
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
}
