/**
 * Counts what a running installation writes into its PostgreSQL database. Commits and bytes are read from the server's
 * write-ahead log (pg_walinspect), the records of this database alone and without full-page images, which follow a
 * checkpoint; rows and index entries are counted by triggers that take numbers from sequences, so that no
 * transaction waits for another.
 */
import type { BenchDatabase } from '../database.ts';
import type { LogPosition, Meter } from './meter.ts';
import { type CountedTable, countersOf } from './written-entries.ts';

export class PostgresMeter implements Meter {
  readonly #database: BenchDatabase;
  readonly #id: string;
  #readUntil: string;
  #commits = 0;
  #bytes = 0;
  #names: readonly string[] = [];

  private constructor(database: BenchDatabase, id: string, readUntil: string) {
    this.#database = database;
    this.#id = id;
    this.#readUntil = readUntil;
  }

  /** Undefined where the server shows its log to nobody. */
  static async open(database: BenchDatabase): Promise<PostgresMeter | undefined> {
    try {
      await database.run('CREATE EXTENSION IF NOT EXISTS pg_walinspect SCHEMA pg_catalog');
    } catch {
      return undefined;
    }
    const [row] = await database.run<{ id: string; at: string }>(
      'SELECT oid::text id, pg_current_wal_flush_lsn()::text at FROM pg_database WHERE datname = current_database()',
    );
    return row === undefined ? undefined : new PostgresMeter(database, row.id, row.at);
  }

  async position(): Promise<LogPosition> {
    const [flushed] = await this.#database.run<{ until: string; isFurther: boolean }>(
      `SELECT lsn::text until, lsn > '${this.#readUntil}' AS "isFurther" FROM pg_current_wal_flush_lsn() lsn`,
    );
    if (flushed?.isFurther === true) await this.#readTo(flushed.until).catch(unlessUnfinished);
    return { commits: this.#commits, bytes: this.#bytes };
  }

  /** A record that is not whole yet is read the next time. */
  async #readTo(until: string): Promise<void> {
    const [row] = await this.#database.run<{ end: string | null; commits: string; bytes: string }>(`
      WITH record AS MATERIALIZED (
        SELECT *, block_ref LIKE '%/${this.#id}/%' AS is_here
        FROM pg_get_wal_records_info('${this.#readUntil}', '${until}')
      ),
      ours AS (SELECT DISTINCT xid FROM record WHERE is_here AND xid::text <> '0'),
      ending AS (
        SELECT record.* FROM record JOIN ours USING (xid) WHERE resource_manager = 'Transaction'
      )
      SELECT (SELECT max(end_lsn)::text FROM record) AS end,
        (SELECT count(*) FROM ending WHERE record_type LIKE 'COMMIT%') commits,
        (SELECT coalesce(sum(record_length - fpi_length), 0) FROM record WHERE is_here)
          + (SELECT coalesce(sum(record_length), 0) FROM ending) bytes`);
    if (row === undefined) return;
    this.#readUntil = row.end ?? this.#readUntil;
    this.#commits += Number(row.commits);
    this.#bytes += Number(row.bytes);
  }

  async countRows(): Promise<void> {
    const counters = (await this.#tables()).flatMap(countersOf);
    this.#names = [...new Set(counters.map(({ name }) => name))];
    const places = new Map(this.#names.map((name, place) => [name, place]));
    const sequences = this.#names.map((_, place) => `CREATE SEQUENCE bench.n${place};`);
    const triggers = counters.map(({ name, table, after, when }, place) => {
      const condition = when === undefined ? '' : `WHEN (${when})`;
      return `CREATE TRIGGER bench_${place} AFTER ${after} ON "${table}" FOR EACH ROW ${condition}
        EXECUTE FUNCTION bench.count('bench.n${places.get(name)}');`;
    });
    await this.#database.run(`
      CREATE SCHEMA bench;
      CREATE FUNCTION bench.count() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM nextval(TG_ARGV[0]); RETURN NULL; END $$;
      ${sequences.join('\n')}
      ${triggers.join('\n')}`);
  }

  async rows(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.run<{ name: string; n: string }>(
      "SELECT sequencename AS name, coalesce(last_value, 0) n FROM pg_sequences WHERE schemaname = 'bench'",
    );
    return new Map(
      rows.map(({ name, n }) => [this.#names[Number(name.slice(1))] ?? name, Number(n)]),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  #tables(): Promise<readonly CountedTable[]> {
    return this.#database.run<CountedTable>(`
      SELECT c.relname AS name,
        (SELECT json_agg(attname) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
        coalesce((SELECT json_agg(json_build_object(
            'name', i.indexrelid::regclass::text,
            'keys', (SELECT json_agg(pg_get_indexdef(i.indexrelid, k, true)) FROM generate_series(1, i.indnkeyatts) k),
            'condition', pg_get_expr(i.indpred, i.indrelid)))
          FROM pg_index i WHERE i.indrelid = c.oid), '[]') AS indexes
      FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  }
}

/** Between the two positions there may be a part of a record only. */
function unlessUnfinished(error: unknown): void {
  const isUnfinished = error instanceof Error && error.message.includes('find a valid record');
  if (!isUnfinished) throw error;
}
