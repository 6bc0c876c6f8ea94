/** The tables of the installation as a whole: its settings, its ids, what was done to it. */
import type { Generated } from 'kysely';

export interface InstallationTables {
  readonly settings_version: SettingsVersionTable;
  readonly id_block: IdBlockTable;
  readonly id_mark: IdMarkTable;
  readonly setting: SettingTable;
  readonly audit: AuditTable;
  readonly audit_head: AuditHeadTable;
  readonly audit_start: AuditStartTable;
  readonly retention_round: RetentionRoundTable;
  readonly simulator_order: SimulatorOrderTable;
  readonly simulator_delivery: SimulatorDeliveryTable;
  readonly simulator_call: SimulatorCallTable;
}

type SettingsVersionTable = { readonly one: 1; version: number };

type IdBlockTable = { readonly name: string; next: number };

/** Ids that were given before an instant are below these. */
type IdMarkTable = {
  readonly at: number;
  message: number;
  job: number;
  submitted_part: number;
  email: Generated<number>;
};

type SettingTable = { readonly name: string; value: string };

type AuditTable = {
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

type AuditHeadTable = {
  readonly one: 1;
  n: number;
  readonly hash: string;
  /** By the key of the audit. */
  readonly seal: string;
};

/** The last row that was forgotten. */
type AuditStartTable = {
  readonly one: 1;
  n: number;
  hash: string;
  /** Rows from before that instant may be forgotten. */
  before: number;
  moved_at: number;
};

/** Raised by each commit that forgets. */
type RetentionRoundTable = { readonly name: string; round: number };

type SimulatorOrderTable = { readonly id: Generated<number>; body: string; created_at: number };

type SimulatorDeliveryTable = {
  readonly id: number;
  readonly system_id: string;
  due_at: number;
  readonly pdu: Uint8Array;
};

type SimulatorCallTable = {
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
