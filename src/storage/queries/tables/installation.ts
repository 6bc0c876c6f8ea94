/** The tables of the installation as a whole: its settings, its ids, what was done to it. */
import type { Generated } from 'kysely';

export interface InstallationTables {
  readonly settings_version: { readonly one: 1; version: number };
  readonly id_block: { readonly name: string; next: number };
  readonly id_mark: {
    readonly at: number;
    message: number;
    job: number;
    submitted_part: number;
    email: Generated<number>;
  };
  readonly setting: { readonly name: string; value: string };
  readonly audit: {
    readonly id: Generated<number>;
    readonly at: number;
    readonly actor: string;
    readonly account_id: number | null;
    readonly action: string;
    readonly target: string;
    readonly details: string;
    /** Set by the storage itself, as the row is written. */
    readonly n: Generated<number>;
    readonly hash: Generated<string>;
  };
  readonly audit_head: {
    readonly one: 1;
    n: number;
    readonly hash: string;
    /** By the key of the audit. */
    readonly seal: string;
  };
  readonly audit_start: {
    readonly one: 1;
    n: number;
    hash: string;
    /** Rows from before that instant may be forgotten. */
    before: number;
    moved_at: number;
  };
  readonly retention_round: { readonly name: string; round: number };
  readonly simulator_order: { readonly id: Generated<number>; body: string; created_at: number };
  readonly simulator_delivery: {
    readonly id: number;
    readonly system_id: string;
    due_at: number;
    readonly pdu: Uint8Array;
  };
  readonly simulator_call: {
    readonly id: Generated<number>;
    state: 'ordered' | 'under way' | 'over';
    readonly ordered_at: number;
    seen_at: number;
    /** JSON. */
    readonly wish: string;
    events: string;
    /** PCM. */
    sound: Uint8Array;
    heard: Uint8Array;
  };
}

/** Ids that were given before an instant are below these. */
/** The last row that was forgotten. */
/** Raised by each commit that forgets. */
