/** Statements of a PostgreSQL session and their answers. */

/** A statement with a name is prepared once on each connection. */
export type Statement = { readonly name?: string; readonly text: string };

export type Parameter = string | number | Uint8Array | null;

export type Answer<Row> = {
  readonly rows: readonly Row[];
  /** Rows inserted, changed, deleted or answered. */
  readonly changes: number;
  /** `COMMIT`, `ROLLBACK`, `INSERT` … */
  readonly command: string;
};

/** Statements are answered in the order in which they are asked. */
export interface Statements {
  run<Row>(statement: Statement, parameters?: readonly Parameter[]): Promise<Answer<Row>>;
}
