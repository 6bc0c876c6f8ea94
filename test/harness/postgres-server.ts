/**
 * The PostgreSQL server that tests use: the one `PARLEY_TEST_POSTGRES` names, else that of this machine.
 * Each world has a database of its own, copied from one that has been brought up to date once.
 */
import { after } from 'node:test';
import { Client } from 'pg';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { Pool } from '#storage/postgres/pool.ts';
import { openPostgresStorage } from '#storage/postgres/postgres-storage.ts';
import { parseServerAddress } from '#storage/postgres/server-address.ts';
import type { Storage } from '#storage/storage.ts';
import type { Pair } from '#test/conformance/sharing.ts';
import { emptyTables, keepFirstRows } from './emptied-tables.ts';

export type TestDatabase = AsyncDisposable & {
  readonly name: string;
  readonly address: string;
  /** Runs one statement in it. */
  run(sql: string): Promise<readonly object[]>;
  /** A session of its own, whose transactions a test holds open. */
  session(): Promise<Client>;
};

/** Without a path; what follows `/` is each world's own. */
const server = process.env['PARLEY_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432';
const prefix = `parley_world_${process.pid}_${Math.floor(performance.timeOrigin)}`;
const forgottenMs = 3_600_000;
let made = 0;

/**
 * Whether a server answers; where none does the cases that need one say so and are skipped, but on a
 * machine that builds releases (`CI=true`) that is a failure.
 */
export const serverAnswers = await answers();
/** Where a proxy finds it. */
export const serverPlace = placeIn(server);

export const withoutServer = serverAnswers
  ? false
  : `no PostgreSQL server answers at ${server.replace(/:\/\/.*@/, '://')}`;

async function answers(): Promise<boolean> {
  try {
    await administer('SELECT 1');
    return true;
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    return false;
  }
}

/** Runs one statement on the server's own database. */
export async function administer(sql: string, database = 'postgres'): Promise<readonly object[]> {
  const client = new Client({
    connectionString: addressOf(database),
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.connect();
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function addressOf(database: string): string {
  return `${server}/${database}`;
}

/** A database of its own with all tables in it, and nothing else. */
export async function makeDatabase(): Promise<TestDatabase> {
  template ??= makeTemplate();
  return createDatabase(`TEMPLATE ${(await template).name}`);
}

/** A database in which nobody has done anything. */
export function makeEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

/** A storage in a database that nobody else uses, and that was empty. */
export async function openOnServer(): Promise<Storage> {
  const database = await lendDatabase();
  const storage = await openStorage(database.address);
  return {
    ...storage,
    async [Symbol.asyncDispose]() {
      await storage[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Two storages in one database that nobody else uses, and that was empty. */
export async function openPairOnServer(): Promise<Pair> {
  await using stack = new AsyncDisposableStack();
  const { address } = stack.use(await lendDatabase());
  const first = stack.use(await openStorage(address));
  const second = stack.use(await openStorage(address));
  const opened = stack.move();
  return { first, second, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Connections to a database, without any tables. */
export function openPool(address: string): Promise<Pool> {
  const reading = parseServerAddress(address);
  if (!reading.ok) throw new Error(reading.problem);
  const ports = { clock: systemClock, random: Math.random, log: openLog('silent') };
  return Pool.open({ ...ports, address: reading.address, connectionsMax: 8 });
}

export function openStorage(address: string, connectionsMax = 4): Promise<Storage> {
  const log = openLog('silent');
  return openPostgresStorage(address, {
    clock: systemClock,
    random: Math.random,
    log,
    connectionsMax,
  });
}

let template: Promise<TestDatabase> | undefined;
const emptied: TestDatabase[] = [];
after(async () => {
  for (const database of emptied) await database[Symbol.asyncDispose]();
  await (await template)?.[Symbol.asyncDispose]();
});

/**
 * One that an earlier case of this process gave back, else a new one. To make one copies 800 files, a second or
 * more; to empty one takes some hundredths, but asks for a superuser: without one each is dropped.
 */
async function lendDatabase(): Promise<Pick<TestDatabase, 'address' | typeof Symbol.asyncDispose>> {
  const database = emptied.pop() ?? (await makeDatabase());
  return {
    address: database.address,
    async [Symbol.asyncDispose]() {
      const isEmpty = await database.run(emptyTables).then(
        () => true,
        () => false,
      );
      if (isEmpty) emptied.push(database);
      else await database[Symbol.asyncDispose]();
    },
  };
}

async function makeTemplate(): Promise<TestDatabase> {
  const database = await createDatabase('');
  const storage = await openStorage(database.address);
  await storage[Symbol.asyncDispose]();
  await database.run(keepFirstRows);
  return database;
}

async function createDatabase(how: string): Promise<TestDatabase> {
  if (made === 0) await dropForgotten();
  made += 1;
  const name = `${prefix}_${made}`;
  await administer(`CREATE DATABASE ${name} ${how}`);
  return {
    name,
    address: addressOf(name),
    run: (sql) => administer(sql, name),
    async session() {
      const client = new Client({ connectionString: addressOf(name) });
      await client.connect();
      return client;
    },
    async [Symbol.asyncDispose]() {
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Worlds of tests that were killed: no test takes an hour. */
async function dropForgotten(): Promise<void> {
  const found = await administer(
    "SELECT datname FROM pg_database WHERE datname LIKE 'parley_world_%'",
  );
  for (const { datname: name } of found as readonly { readonly datname: string }[]) {
    const startedAtMs = Number(name.split('_')[3]);
    if (startedAtMs < performance.timeOrigin - forgottenMs) {
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch(() => undefined);
    }
  }
}

function placeIn(address: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port || 5432) };
}
