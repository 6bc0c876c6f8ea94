/** The tables of owed work, and of the processes that do it. */
import type { Generated } from 'kysely';

export interface QueueTables {
  readonly job: {
    readonly id: number;
    lane: string;
    due_at: number;
    attempt: number;
    order_key: string | null;
    expires_at: number;
    subject: number;
    unanswered: Generated<number>;
    readonly further: Generated<number>;
  };
  readonly lane_state: {
    readonly lane: string;
    open_until: number;
    failures: number;
    failing_since: number;
    failed_attempts: number;
    warned: number;
  };
  readonly lane_pause: { readonly lane: string; readonly since: number; readonly actor: string };
  readonly lane_task: {
    readonly id: Generated<number>;
    readonly kind: 'cancel' | 'move';
    /** JSON. */
    readonly filter: string;
    readonly to_operator_id: number | null;
    readonly actor: string;
    readonly created_at: number;
    state: 'open' | 'done' | 'stopped';
    ended_at: Generated<number | null>;
    texts: Generated<number>;
  };
  readonly lane_task_step: { readonly task_id: number; readonly owner: string };
  readonly process: {
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
  readonly lease: {
    readonly name: string;
    owner: number | null;
    epoch: number;
    expires_at: number;
  };
  readonly process_note: {
    readonly subject: string;
    readonly process_id: number;
    /** JSON. */
    readonly value: string;
    readonly noted_at: number;
  };
}
