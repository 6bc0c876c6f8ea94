/**
 * Counts what a running installation writes into its SQLite file. Commits and bytes are read from the write-ahead log
 * itself; rows and index entries are counted by triggers, which are put into the file after those were measured.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { must } from '#core/assert.ts';
import { databaseFile } from '#storage/sqlite/database.ts';
import type { LogPosition, Meter } from './meter.ts';
import {
  type CountedIndex,
  type CountedTable,
  type Counter,
  countersOf,
} from './written-entries.ts';

/** https://www.sqlite.org/fileformat2.html#walformat */
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

export class SqliteMeter implements Meter {
  readonly #db: DatabaseSync;
  readonly #reader: DatabaseSync;
  readonly #log: number;
  #salts = '';
  #frames = 0;
  #commits = 0;
  #bytes = 0;

  constructor(folder: string) {
    const file = path.join(folder, 'data', databaseFile);
    this.#db = new DatabaseSync(file, { timeout: 10_000 });
    this.#db.function('now_ms', () => Date.now());
    this.#reader = new DatabaseSync(file, { readOnly: true });
    this.#log = openSync(`${file}-wal`, 'r');
    // The log is not begun anew while somebody reads what is in it.
    this.#reader.exec('BEGIN');
    this.#reader.prepare('SELECT count(*) FROM sqlite_schema').get();
  }

  position(): Promise<LogPosition> {
    const header = this.#read(logHeaderBytes, 0);
    const salts = header.toString('hex', 16, 24);
    if (salts !== this.#salts) [this.#salts, this.#frames] = [salts, 0];
    const pageBytes = header.readUInt32BE(8);
    const frameBytes = frameHeaderBytes + pageBytes;
    for (;;) {
      const frame = this.#read(frameHeaderBytes, logHeaderBytes + this.#frames * frameBytes);
      // What is left of an older log has other salts.
      if (frame.length < frameHeaderBytes || frame.toString('hex', 8, 16) !== salts) break;
      this.#frames += 1;
      this.#bytes += frameBytes;
      if (frame.readUInt32BE(4) !== 0) this.#commits += 1;
    }
    return Promise.resolve({ commits: this.#commits, bytes: this.#bytes });
  }

  countRows(): Promise<void> {
    this.#db.exec('CREATE TABLE bench_count (name TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT');
    const counters = tablesOf(this.#db).flatMap(countersOf);
    const note = this.#db.prepare('INSERT OR IGNORE INTO bench_count VALUES (?, 0)');
    this.#db.exec('BEGIN IMMEDIATE');
    for (const [place, counter] of counters.entries()) {
      note.run(counter.name);
      this.#db.exec(triggerOf(counter, place));
    }
    this.#db.exec('COMMIT');
    return Promise.resolve();
  }

  rows(): Promise<ReadonlyMap<string, number>> {
    const rows = this.#db.prepare('SELECT name, n FROM bench_count').all();
    return Promise.resolve(new Map(rows.map(({ name, n }) => [String(name), Number(n)])));
  }

  [Symbol.asyncDispose](): Promise<void> {
    closeSync(this.#log);
    this.#reader.close();
    this.#db.close();
    return Promise.resolve();
  }

  #read(count: number, at: number): Buffer {
    const octets = Buffer.alloc(count);
    return octets.subarray(0, readSync(this.#log, octets, 0, count, at));
  }
}

function triggerOf({ name, table, after, when }: Counter, place: number): string {
  const counted = `UPDATE bench_count SET n = n + 1 WHERE name = '${name}';`;
  const condition = when === undefined ? '' : `WHEN ${when}`;
  return `CREATE TRIGGER bench_${place} AFTER ${after.toUpperCase()} ON "${table}" ${condition} BEGIN ${counted} END`;
}

function tablesOf(db: DatabaseSync): readonly CountedTable[] {
  const tables = db
    .prepare("SELECT name, wr FROM pragma_table_list WHERE type = 'table' AND schema = 'main'")
    .all()
    .map(({ name, wr }) => ({ name: String(name), isItsOwnIndex: wr === 1 }));
  return tables
    .filter(({ name }) => !/^(?:sqlite|bench)_/.test(name))
    .map(({ name, isItsOwnIndex }) => ({
      name,
      columns: db
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(name)
        .map((column) => String(column['name'])),
      indexes: indexesOf(db, name, isItsOwnIndex),
    }));
}

/** Without the key of a table that is one tree with it (WITHOUT ROWID). */
function indexesOf(db: DatabaseSync, table: string, isItsOwnIndex: boolean) {
  return db
    .prepare(
      'SELECT list.name, origin, sql FROM pragma_index_list(?) list JOIN sqlite_schema s ON s.name = list.name',
    )
    .all(table)
    .filter(({ origin }) => !(isItsOwnIndex && origin === 'pk'))
    .map(({ name, sql }): CountedIndex => {
      const text = typeof sql === 'string' ? sql : undefined;
      return {
        name: String(name),
        keys: text === undefined ? keysOf(db, String(name)) : keysIn(text),
        condition: /\sWHERE\s(?<condition>.*)$/is.exec(text ?? '')?.groups?.['condition'] ?? null,
      };
    });
}

function keysOf(db: DatabaseSync, index: string): readonly string[] {
  const keys = db.prepare('SELECT name FROM pragma_index_info(?)').all(index);
  return keys.map(({ name }) => must(name, 'column of a key').toString());
}

/** Of `CREATE INDEX name ON table (a, lower(b)) WHERE …`. */
function keysIn(sql: string): readonly string[] {
  const list = /\son\s+\w+\s*\((?<list>(?:[^()]|\([^()]*\))*)\)/i.exec(sql)?.groups?.['list'];
  return must(list, `columns of ${sql}`)
    .split(/,(?![^(]*\))/)
    .map((key) => key.replace(/\s+(?:asc|desc)\s*$/i, '').trim());
}
