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
  /** Those about one account. */
  listAccountAudit(
    accountId: number,
    beforeId: number,
    limit: number,
  ): Promise<readonly AuditRecord[]>;
}
