/** Who changed what, and when: written with each change, read here. */

import type { AuditKey, ChainEnd, ChainedRecord, ChainHead } from '#core/audit-chain.ts';
import type { Author } from '#core/author.ts';

export type AuditRecord = {
  readonly id: number;
  readonly atMs: number;
  readonly actor: string;
  /** Null where it is about no account. */
  readonly accountId: number | null;
  /** A noun and what was done to it: `route.set`. */
  readonly action: string;
  readonly target: string;
  /** What it was changed to, as JSON. */
  readonly details: string;
};

/** How they begin, in any letter case; what is left out does not matter. */
export type AuditFilter = {
  /** Undefined: of the installation. */
  readonly accountId?: number | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
};

export type AuditQuery = AuditFilter & {
  readonly beforeId: number;
  /** Rows above this id, and the oldest first. */
  readonly afterId?: number | undefined;
  readonly limit: number;
};

export type AuditPage = {
  readonly records: readonly AuditRecord[];
  /** Where to look on: a page with filters looks at so many rows and no more; undefined: at all. */
  readonly nextId: number | undefined;
};

export type AuditTotal = {
  readonly records: number;
  /** Those of the newest so many alone, as there are more than are counted; undefined: all. */
  readonly of: number | undefined;
};

export type NewAuditRecord = Pick<AuditRecord, 'action' | 'target' | 'accountId'> & {
  readonly details: object;
};

export interface AuditStore {
  /** What the program itself did, or saw, that people should know of. */
  note(author: Author, record: NewAuditRecord): Promise<void>;
  /** Newest first, of those before an id. */
  listAudit(beforeId: number, limit: number): Promise<readonly AuditRecord[]>;
  /** In their order, of those behind a number of the chain. */
  auditChain(afterN: number, limit: number): Promise<readonly ChainedRecord[]>;
  auditHead(): Promise<ChainHead>;
  /** The last row that was forgotten, because it was old; number 0 where there was none. */
  auditStart(): Promise<ChainEnd>;
  /** Undefined where the installation has none yet. */
  auditKey(): AuditKey | undefined;
  /** What this process chains and reads with from now on. */
  holdAuditKey(key: AuditKey): Promise<void>;
  /**
   * Keeps a sealed key, and its first row, where the installation has none and its chain still ends there. The setting
   * that is kept; undefined where the chain has grown meanwhile.
   */
  keepAuditKey(sealed: string, key: AuditKey, author: Author): Promise<string | undefined>;
  auditRecords(query: AuditQuery): Promise<AuditPage>;
  /** How many there are, among the newest 10,000 that could fit. */
  auditTotal(filter: AuditFilter): Promise<AuditTotal>;
}
