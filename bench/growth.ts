/**
 * `growth`: what a full installation costs. The same database is grown from size to size by statements
 * of its own, and at each size accepts, look-ups of a status and looks for owed work are timed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { openPostgresStorage } from '#storage/postgres/postgres-storage.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance, atMs, money, phone } from '#test/harness/records.ts';
import { makeBenchDatabase } from './database.ts';
import type { BenchOptions } from './options.ts';

type Grown = AsyncDisposable & {
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

type Size = {
  readonly stored: number;
  readonly acceptedPerSecond: number;
  readonly statusP99Ms: number;
  readonly laneP99Ms: number;
};

/** At the largest size, against the smallest. */
const shareMin = 0.8;
const sliceMax = 100_000;
const acceptsMeasured = 6_400;
const acceptsAtOnce = 64;
/** The median counts. */
const acceptRounds = 5;
const lookUps = 2_000;
const laneLooks = 200;
const lanes = 100;
/** New messages get ids past all that are filled in. */
const firstNewId = 1_000_000_000;

export async function runGrowth(options: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(options.folder, 'parley-growth-'));
  try {
    const openers = [() => onFolder(folder), ...onServer(options)];
    const held: boolean[] = [];
    for (const open of openers) {
      await using grown = await open();
      held.push(await growAll(grown, options));
    }
    return held.every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function growAll(grown: Grown, { sizes }: BenchOptions): Promise<boolean> {
  const { storage } = grown;
  const account = await storage.accounts.createAccount(
    {
      name: 'bench',
      email: '',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(9e14),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'bench',
  );
  const ids = { next: firstNewId };
  // The first accepts of a process are slower than all that follow.
  await accept({ storage, account, ids });
  const measured: Size[] = [];
  let stored = 0;
  for (const size of sizes) {
    await fill(grown, account, { from: stored + 1, to: size });
    stored = size;
    measured.push(await measureSize({ storage, account, ids }, stored));
    process.stdout.write(`${sizeLine(grown.name, must(measured.at(-1), 'size'), measured[0])}\n`);
  }
  const [first, last] = [must(measured[0], 'size'), must(measured.at(-1), 'size')];
  return last.acceptedPerSecond >= shareMin * first.acceptedPerSecond;
}

function sizeLine(name: string, size: Size, smallest: Size = size): string {
  const share = size.acceptedPerSecond / smallest.acceptedPerSecond;
  return [
    name.padEnd(11),
    `${size.stored.toLocaleString('en')} stored:`.padStart(20),
    `${size.acceptedPerSecond} accepted/s (${Math.round(share * 100)} % of the smallest)`,
    `status p99 ${size.statusP99Ms} ms`,
    `lanes p99 ${size.laneP99Ms} ms`,
  ].join('  ');
}

/** Messages that have made their whole journey, each with its recipient, part and event. */
async function fill(
  { run, series, octets, settle }: Grown,
  account: Account,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let first = from; first <= to; first += sliceMax) {
    const rows = series(first, Math.min(to, first + sliceMax - 1));
    await run(`INSERT INTO message (id, account_id, key_id, accepted_at, sender, text, tag, class,
        valid_until, cost, currency, test, request_id)
      SELECT i, ${account.id}, 1, ${atMs} + i, '', 'Your order 4711 has left our warehouse.', '',
        'normal', ${atMs}, 0, 'EUR', 0, 'r' FROM ${rows}`);
    await run(`INSERT INTO recipient (id, phone, operator_id, parts, concat_reference, cost, state,
        changed_at)
      SELECT i * 512, '3361' || (1000000 + i), 1, 1, 0, 0, 'delivered', ${atMs} FROM ${rows}`);
    await run(`INSERT INTO submitted_part (id, operator_id, remote_id, part_id, phone, submitted_at,
        outcome, awaited)
      SELECT i, 1, 'remote-' || i, i * 8192 + 1, '33612345678', ${atMs}, 'delivered', 0 FROM ${rows}`);
    await run(`INSERT INTO webhook_event (id, account_id, kind, order_key, body, created_at, test)
      SELECT i, ${account.id}, 'dlr', 'k' || i, ${octets('{"status":"delivered"}')}, ${atMs}, 0
      FROM ${rows}`);
  }
  await settle();
}

type Scene = {
  readonly storage: Storage;
  readonly account: Account;
  readonly ids: { next: number };
};

async function measureSize(scene: Scene, stored: number): Promise<Size> {
  const { storage, account } = scene;
  const acceptMs = await times(acceptRounds, () => accept(scene));
  const statusMs = await times(lookUps, () => {
    const id = 1 + Math.floor(Math.random() * stored);
    return storage.messages.findStatus(account.id, id, phone(`3361${1_000_000 + id}`));
  });
  const laneMs = await times(laneLooks, async (look) => {
    await storage.jobs.lanesWithWork('sms', atMs);
    await storage.messages.dueParts({ lane: laneOf(look), nowMs: atMs, limit: 64 });
  });
  return {
    stored,
    acceptedPerSecond: Math.round((acceptsMeasured / at(acceptMs, 0.5)) * 1_000),
    statusP99Ms: p99(statusMs),
    laneP99Ms: p99(laneMs),
  };
}

/** Two calls at a time, as a busy server has them. */
async function accept({ storage, account, ids }: Scene): Promise<void> {
  const rounds = acceptsMeasured / acceptsAtOnce / 2;
  const one = async (): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const items = Array.from({ length: acceptsAtOnce }, () => {
        const id = ids.next++;
        return anAcceptance(account, id, { job: { lane: laneOf(id) } });
      });
      await storage.messages.acceptMessages(items);
    }
  };
  await Promise.all([one(), one()]);
}

function laneOf(id: number): string {
  return `sms/1/0:normal/${id % lanes}`;
}

async function times(
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const spent: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await work(index);
    spent.push(performance.now() - startedAt);
  }
  return spent;
}

function p99(spansMs: readonly number[]): number {
  return Number(at(spansMs, 0.99).toFixed(2));
}

function at(spansMs: readonly number[], share: number): number {
  const sorted = spansMs.toSorted((a, b) => a - b);
  return must(sorted[Math.floor(sorted.length * share)], 'span');
}

async function onFolder(folder: string): Promise<Grown> {
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

function onServer({ database }: BenchOptions): readonly (() => Promise<Grown>)[] {
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
