/** Who changed what, and when: written with each change, read here. */
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

export interface AuditStore {
  /** Newest first, of those before an id. */
  listAudit(beforeId: number, limit: number): Promise<readonly AuditRecord[]>;
}
