/**
 * Moves an installation from SQLite to PostgreSQL: every row of every table, then a second look at each.
 *
 * The source is only read. The target says that it is unfinished until all rows have been compared, and
 * no server starts on it before. A move that ended halfway begins again.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database } from '../queries/database.ts';
import { type Page, pagesOf, readRange } from './pages.ts';
import { rawQuery } from './raw-query.ts';
import { readTables, type Table } from './schema.ts';
import {
  beginFilling,
  continueIds,
  finish,
  gatherStatistics,
  insertRows,
  movedRows,
  stateOf,
} from './target.ts';

export type Move = {
  /** On SQLite; nobody writes to it meanwhile. */
  readonly source: Database;
  /** On PostgreSQL, with its tables up to date. */
  readonly target: Database;
  /** Whether a target that an earlier move left unfinished is emptied first. */
  readonly replaceUnfinished: boolean;
  readonly clock: Clock;
  /** Hears a line now and then. */
  readonly tell: (line: string) => void;
};

export type MoveResult =
  | { readonly ok: true; readonly tables: readonly TableCount[] }
  | { readonly ok: false; readonly refusal: 'target is in use' | 'target is unfinished' }
  | { readonly ok: false; readonly refusal: 'copy differs'; readonly table: string };

export type TableCount = { readonly table: string; readonly rows: number };

/** Inserts in progress: the server works on some while the next page is read. */
const insertsMax = 4;

export async function moveInstallation(move: Move): Promise<MoveResult> {
  const { source, target, replaceUnfinished, clock } = move;
  const tables = await readTables(source);
  const state = await stateOf(target, tables);
  if (state === 'in use') return { ok: false, refusal: 'target is in use' };
  if (state === 'unfinished' && !replaceUnfinished) {
    return { ok: false, refusal: 'target is unfinished' };
  }
  await beginFilling(target, tables, clock.nowMs());
  const counts = await countRows(source, tables);
  await copy(move, tables, counts);
  await continueIds(target);
  const different = await findDifference(move, tables, counts);
  if (different !== undefined) return { ok: false, refusal: 'copy differs', table: different };
  await finish(target);
  return {
    ok: true,
    tables: tables.map(({ name }) => ({ table: name, rows: countOf(counts, name) })),
  };
}

type Counts = ReadonlyMap<string, number>;

async function countRows(source: Database, tables: readonly Table[]): Promise<Counts> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const query = sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`;
    const [row] = await source.read(rawQuery(source, query));
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

function countOf(counts: Counts, table: string): number {
  return counts.get(table) ?? 0;
}

async function copy(move: Move, tables: readonly Table[], counts: Counts): Promise<void> {
  const progress = new Progress('copied', counts, move);
  for (const table of tables) {
    const inserts: Promise<void>[] = [];
    try {
      for await (const { rows } of pagesOf(move.source, table)) {
        if (inserts.length >= insertsMax) await inserts.shift();
        const insert = insertRows(move.target, table, rows);
        // What it throws is met when its turn to be awaited comes.
        insert.catch(() => undefined);
        inserts.push(insert);
        progress.add(table.name, rows.length);
      }
      await Promise.all(inserts);
    } finally {
      await Promise.allSettled(inserts);
    }
    await gatherStatistics(move.target, table);
  }
  progress.end();
}

/** The first table in which the two differ, in any row or in the number of them. */
async function findDifference(move: Move, tables: readonly Table[], counts: Counts) {
  const progress = new Progress('compared', counts, move);
  for (const table of tables) {
    for await (const page of pagesOf(move.source, table)) {
      if (!(await isThere(move.target, table, page))) return table.name;
      progress.add(table.name, page.rows.length);
    }
  }
  progress.end();
  return undefined;
}

async function isThere(target: Database, table: Table, page: Page): Promise<boolean> {
  const copied = await readRange(target, table, page);
  return isDeepStrictEqual(movedRows(table, copied), movedRows(table, page.rows));
}

/** How far a move is: a line a second while there is something to say. */
type Ports = { readonly clock: Clock; readonly tell: (line: string) => void };

const everyMs = 1_000;

class Progress {
  readonly #done: string;
  readonly #ports: Ports;
  readonly #total: number;
  readonly #startedAtMs: number;
  #toldAtMs: number;
  #rows = 0;

  /** `done` is what has happened to rows, such as `copied`; `counts` those of each table. */
  constructor(done: string, counts: ReadonlyMap<string, number>, ports: Ports) {
    this.#done = done;
    this.#ports = ports;
    this.#total = counts.values().reduce((sum, count) => sum + count, 0);
    this.#startedAtMs = ports.clock.monotonicMs();
    this.#toldAtMs = this.#startedAtMs;
  }

  add(table: string, rows: number): void {
    this.#rows += rows;
    const nowMs = this.#ports.clock.monotonicMs();
    if (nowMs - this.#toldAtMs < everyMs) return;
    this.#toldAtMs = nowMs;
    this.#tell(` (${table})`, nowMs);
  }

  end(): void {
    this.#tell('', this.#ports.clock.monotonicMs());
  }

  #tell(where: string, nowMs: number): void {
    const seconds = Math.max(nowMs - this.#startedAtMs, 1) / 1_000;
    const percent = this.#total === 0 ? 100 : Math.floor((100 * this.#rows) / this.#total);
    const rows = [this.#rows, this.#total, Math.round(this.#rows / seconds)].map(asNumber);
    this.#ports.tell(
      `${rows[0]} of ${rows[1]} rows ${this.#done}, ${percent} %, ${rows[2]} rows/s${where}`,
    );
  }
}

function asNumber(value: number): string {
  return value.toLocaleString('en-US');
}
