/** The tables of owed work, and of the processes that do it. */

export interface QueueTables {
  readonly job: JobTable;
  readonly lane_state: LaneStateTable;
  readonly process: ProcessTable;
  readonly lease: LeaseTable;
  readonly process_note: ProcessNoteTable;
}

type JobTable = {
  readonly id: number;
  lane: string;
  due_at: number;
  attempt: number;
  order_key: string | null;
  expires_at: number;
  subject: number;
};

type LaneStateTable = {
  readonly lane: string;
  open_until: number;
  failures: number;
  failing_since: number;
  failed_attempts: number;
  warned: number;
};

type ProcessTable = {
  readonly id: number;
  host: string;
  pid: number;
  version: string;
  /** With a space between. */
  roles: string;
  started_at: number;
  seen_at: number;
  draining: number;
};

type LeaseTable = {
  readonly name: string;
  owner: number | null;
  epoch: number;
  expires_at: number;
};

type ProcessNoteTable = {
  readonly subject: string;
  readonly process_id: number;
  /** JSON. */
  readonly value: string;
  readonly noted_at: number;
};
