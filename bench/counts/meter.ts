/** What counts writes on a backend. */

export type LogPosition = {
  /** Transactions that wrote, since the meter was opened. */
  readonly commits: number;
  /** Written to the write-ahead log meanwhile. */
  readonly bytes: number;
};

export interface Meter extends AsyncDisposable {
  position(): Promise<LogPosition>;
  /** From now on rows and index entries are counted, which itself writes. */
  countRows(): Promise<void>;
  /** By counter (written-entries.ts). */
  rows(): Promise<ReadonlyMap<string, number>>;
}
