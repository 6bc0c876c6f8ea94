/** A storage with many messages that have made their whole journey, filled by statements of its own. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { openPostgresStorage } from '#storage/postgres/postgres-storage.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { makeBenchDatabase } from './database.ts';
import type { BenchOptions } from './options.ts';

export type Filled = AsyncDisposable & {
  readonly name: string;
  readonly storage: Storage;
  /** Runs a statement that this backend reads. */
  readonly run: (sql: string) => Promise<unknown>;
  /** A list of `i` from one number to another, as something to select from. */
  readonly series: (first: number, last: number) => string;
  readonly octets: (text: string) => string;
  /** What its own upkeep would have done by then. */
  readonly settle: () => Promise<unknown>;
};

const sliceMax = 100_000;

/** Messages that have made their whole journey, each with its recipient, part and event. */
export async function fill(
  { run, series, octets, settle }: Filled,
  accountId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let first = from; first <= to; first += sliceMax) {
    const last = Math.min(to, first + sliceMax - 1);
    const rows = series(first, last);
    await run(`INSERT INTO message (id, account_id, key_id, accepted_at, sender, text, tag, class,
        valid_until, cost, currency, test, request_id)
      SELECT i, ${accountId}, 1, ${atMs} + i, '', 'Your order 4711 has left our warehouse.', '',
        'normal', ${atMs}, 0, 'EUR', 0, 'r' FROM ${rows}`);
    await run(`INSERT INTO recipient (id, phone, operator_id, parts, concat_reference, cost, state,
        changed_at)
      SELECT i * 512, '3361' || (1000000 + i), 1, 1, 0, 0, 'accepted', ${atMs} FROM ${rows}`);
    // Changed as in life: a row that grows leaves room behind it, which PostgreSQL gives to those that come later.
    const theirs = `WHERE id BETWEEN ${first * 512} AND ${last * 512}`;
    await run(`UPDATE recipient SET first_submit_id = id / 512, first_operator_id = 1,
        first_remote_id = 'remote-' || (id / 512), first_submitted_at = ${atMs}, first_awaited = 1 ${theirs}`);
    await run(`UPDATE recipient SET state = 'delivered', first_outcome = 'delivered',
        first_word = 'DELIVRD', first_reported_at = ${atMs}, first_awaited = 0 ${theirs}`);
    await run(`INSERT INTO webhook_event (id, account_id, kind, order_key, body, created_at, test)
      SELECT i, ${accountId}, 'dlr', 'k' || i, ${octets('{"status":"delivered"}')}, ${atMs}, 0
      FROM ${rows}`);
  }
  await settle();
}

/** Each opens one: on a folder, and on a server where one is named. */
export function openers(folder: string, options: BenchOptions): readonly (() => Promise<Filled>)[] {
  return [() => onFolder(folder), ...onServer(options)];
}

async function onFolder(folder: string): Promise<Filled> {
  const storage = await openSqliteStorage(folder);
  const db = new DatabaseSync(path.join(folder, 'parley.db'), { timeout: 60_000 });
  return {
    name: 'SQLite',
    storage,
    run: async (sql) => db.exec(sql),
    series: (first, last) =>
      `(WITH RECURSIVE s (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM s WHERE i < ${last}) SELECT i FROM s)`,
    octets: (text) => `CAST('${text}' AS BLOB)`,
    settle: async () => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    async [Symbol.asyncDispose]() {
      db.close();
      await storage[Symbol.asyncDispose]();
    },
  };
}

function onServer({ database }: BenchOptions): readonly (() => Promise<Filled>)[] {
  if (database === '') return [];
  return [
    async () => {
      await using stack = new AsyncDisposableStack();
      const made = stack.use(await makeBenchDatabase(database));
      const ports = { clock: systemClock, random: Math.random, log: openLog('warn') };
      const storage = stack.use(await openPostgresStorage(made.address, ports));
      const opened = stack.move();
      return {
        name: 'PostgreSQL',
        storage,
        run: (sql: string) => made.run(sql),
        series: (first: number, last: number) => `generate_series(${first}::bigint, ${last}) AS i`,
        octets: (text: string) => `convert_to('${text}', 'UTF8')`,
        settle: async () => {
          await made.run('VACUUM ANALYZE');
          await made.run('CHECKPOINT');
        },
        [Symbol.asyncDispose]: () => opened.disposeAsync(),
      };
    },
  ];
}
